// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/profiles/layermodel.h"

#include "ui/models/tablecsv.h"
#include "ui/panes/profiles/signaturemodel.h"
#include "ui/words/formulas.h"
#include "ui/words/messagetext.h"
#include "ui/words/numbers.h"

#include <QLocale>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace stagecraft {

namespace {

LayerFigure figureIn(int column)
{
    return layerFigures[static_cast<std::size_t>(column - LayerModel::FirstFigure)];
}

QString exactText(LayerFigure figure, double value)
{
    const auto whole = static_cast<qint64>(std::llround(value));
    switch (figure) {
    case LayerFigure::Parameters:
        return LayerModel::tr("%1 parameters").arg(countText(whole));
    case LayerFigure::Forward:
        return LayerModel::tr("%1 floating-point operations").arg(QLocale().toString(value, 'f', 0));
    case LayerFigure::Output:
    case LayerFigure::Saved:
        return exactBytesText(Bytes(whole));
    }
    return {};
}

}

QString figureName(LayerFigure figure)
{
    switch (figure) {
    case LayerFigure::Parameters:
        return LayerModel::tr("Parameters");
    case LayerFigure::Forward:
        return LayerModel::tr("Forward pass");
    case LayerFigure::Output:
        return LayerModel::tr("Output");
    case LayerFigure::Saved:
        return LayerModel::tr("Saved activations");
    }
    return {};
}

std::optional<double> figureOf(const ProfileData& data, std::size_t group, LayerFigure figure)
{
    const LayerSummary& layer = data.summary->layers[static_cast<std::size_t>(data.groups[group].first)];
    switch (figure) {
    case LayerFigure::Parameters:
        return static_cast<double>(layer.parameters);
    case LayerFigure::Forward:
        return layer.forward ? std::optional(layer.forward->value) : std::nullopt;
    case LayerFigure::Output:
        return static_cast<double>(layer.output.value);
    case LayerFigure::Saved:
        break;
    }
    const auto& cost = data.costs[group];
    return cost ? std::optional(static_cast<double>(cost->memory.saved.value)) : std::nullopt;
}

QString figureText(LayerFigure figure, double value)
{
    switch (figure) {
    case LayerFigure::Parameters:
        return shortCountText(static_cast<qint64>(value));
    case LayerFigure::Forward:
        return flopsText(Flops(value));
    case LayerFigure::Output:
    case LayerFigure::Saved:
        break;
    }
    return bytesText(Bytes(static_cast<qint64>(value)));
}

QString groupTitle(const ProfileData& data, const LayerGroup& group)
{
    std::vector<int> layers(static_cast<std::size_t>(group.count));
    std::iota(layers.begin(), layers.end(), group.first);
    return layerTitle(QString::fromStdString(sharedName(data.model(), layers)), group.count);
}

LayerModel::LayerModel(QObject* parent) : ColumnModel(ColumnCount, parent) {}

void LayerModel::setProfile(std::shared_ptr<const ProfileData> data)
{
    beginResetModel();
    m_data = std::move(data);
    endResetModel();
}

bool LayerModel::has(LayerFigure figure) const
{
    for (int row = 0; row < rowCount(); ++row) {
        if (figureOf(*m_data, static_cast<std::size_t>(row), figure)) {
            return true;
        }
    }
    return false;
}

int LayerModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_data || !m_data->summary ? 0 : static_cast<int>(m_data->groups.size());
}

QString LayerModel::title(int column) const
{
    switch (column) {
    case Layers:
        return tr("Layer");
    case Name:
        return tr("Name");
    case Kind:
        return tr("Type");
    default:
        return figureName(figureIn(column));
    }
}

QString LayerModel::meaning(int column) const
{
    if (column < FirstFigure) {
        return column == Layers ? formulaOf(Figure::LayerNumber) : QString();
    }
    switch (figureIn(column)) {
    case LayerFigure::Parameters:
        return formulaOf(Figure::LayerParameters);
    case LayerFigure::Forward:
        return formulaOf(Figure::LayerWork);
    case LayerFigure::Output:
        return formulaOf(Figure::LayerOutput);
    case LayerFigure::Saved:
        break;
    }
    return formulaOf(Figure::LayerSaved);
}

bool LayerModel::hasWords(int column) const
{
    return column == Name || column == Kind;
}

QString LayerModel::text(int row, int column) const
{
    const LayerGroup& group = m_data->groups[static_cast<std::size_t>(row)];
    switch (column) {
    case Layers:
        return group.count == 1 ? QString::number(group.first)
                                : QStringLiteral("%1–%2").arg(group.first).arg(group.last());
    case Name:
        return groupTitle(*m_data, group);
    case Kind:
        return layerKindText(kindName(m_data->model().layers[static_cast<std::size_t>(group.first)].spec));
    default: {
        const auto value = figureOf(*m_data, static_cast<std::size_t>(row), figureIn(column));
        return value ? figureText(figureIn(column), *value) : QString();
    }
    }
}

QString LayerModel::toolTip(int row, int column) const
{
    if (column == Name) {
        return QString::fromStdString(groupName(m_data->model(), m_data->groups[static_cast<std::size_t>(row)]));
    }
    if (column < FirstFigure) {
        return text(row, column);
    }
    const auto value = figureOf(*m_data, static_cast<std::size_t>(row), figureIn(column));
    return value ? exactText(figureIn(column), *value) : QString();
}

QString LayerModel::copiedTitle(int column) const
{
    if (column < FirstFigure || figureIn(column) == LayerFigure::Parameters) {
        return title(column);
    }
    return figureIn(column) == LayerFigure::Forward ? tr("%1 (FLOP)").arg(title(column))
                                                    : tr("%1 (bytes)").arg(title(column));
}

QString LayerModel::copiedText(int row, int column) const
{
    if (column < FirstFigure) {
        return text(row, column);
    }
    const auto value = figureOf(*m_data, static_cast<std::size_t>(row), figureIn(column));
    return value ? copiedNumber(*value) : QString();
}

}
