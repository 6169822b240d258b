// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/profiles/signaturemodel.h"

#include "ui/models/tablecsv.h"
#include "ui/words/formulas.h"
#include "ui/words/messagetext.h"
#include "ui/words/numbers.h"

#include <algorithm>

namespace stagecraft {

namespace {

QString layersText(const SignatureCoverage& row)
{
    return row.layers.size() == 1 ? SignatureModel::tr("Layer %1 of the model").arg(row.layers.front())
                                  : SignatureModel::tr("%Ln equal layers of the model, starting with layer %1", nullptr,
                                                       static_cast<int>(row.layers.size()))
                                        .arg(row.layers.front());
}

QString missingText(const SignatureCoverage& row)
{
    QStringList places;
    for (const PointPlace& place : row.missing) {
        places << SignatureModel::tr("micro-batch size %1 at sequence length %2")
                      .arg(countText(place.micro_batch), countText(place.sequence));
    }
    return places.isEmpty() ? SignatureModel::tr("All points are measured")
                            : SignatureModel::tr("Missing: %1").arg(places.join(QStringLiteral(", ")));
}

}

QString layerTitle(const QString& name, qint64 count)
{
    return count == 1 ? name : QStringLiteral("%1 × %2").arg(name, countText(count));
}

SignatureModel::SignatureModel(QObject* parent) : ColumnModel(ColumnCount, parent) {}

void SignatureModel::setCoverage(std::optional<Coverage> coverage)
{
    beginResetModel();
    m_coverage = coverage ? std::move(*coverage) : Coverage();
    endResetModel();
}

bool SignatureModel::hasAdditivity() const
{
    return std::any_of(m_coverage.rows.begin(), m_coverage.rows.end(),
                       [](const SignatureCoverage& row) { return row.additivity.has_value(); });
}

int SignatureModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_coverage.rows.size());
}

QString SignatureModel::title(int column) const
{
    switch (column) {
    case Layer:
        return tr("Layer");
    case Kind:
        return tr("Type");
    case Covered:
        return tr("Measured");
    case Spread:
        return tr("Spread");
    default:
        return tr("Additivity");
    }
}

QString SignatureModel::meaning(int column) const
{
    switch (column) {
    case Covered:
        return formulaOf(Figure::Covered);
    case Spread:
        return formulaOf(Figure::Steadiness);
    case Additivity:
        return formulaOf(Figure::Additivity);
    default:
        return {};
    }
}

bool SignatureModel::hasWords(int column) const
{
    return column == Layer || column == Kind;
}

QString SignatureModel::text(int row, int column) const
{
    const SignatureCoverage& layer = m_coverage.rows[static_cast<std::size_t>(row)];
    switch (column) {
    case Layer:
        return layerTitle(QString::fromStdString(layer.name), static_cast<qint64>(layer.layers.size()));
    case Kind:
        return layerKindText(layer.kind);
    case Covered:
        return tr("%1 of %2").arg(m_coverage.places.size() - layer.missing.size()).arg(m_coverage.places.size());
    case Spread:
        return layer.points.empty() ? QString() : percentText(layer.largest_spread);
    default:
        return layer.additivity ? percentText(*layer.additivity) : tr("not checked");
    }
}

QString SignatureModel::toolTip(int row, int column) const
{
    const SignatureCoverage& layer = m_coverage.rows[static_cast<std::size_t>(row)];
    switch (column) {
    case Layer:
        return layersText(layer);
    case Kind:
        return text(row, column); // the cell may be elided
    case Covered:
        return missingText(layer);
    case Spread:
        return meaning(column);
    case Additivity:
        return layer.additivity
            ? tr("Largest additivity error of stages that begin with this layer: peak %1, time %2")
                  .arg(percentText(*layer.additivity), percentText(layer.time_additivity.value_or(0)))
            : tr("No stage that begins with this layer was measured as a whole");
    default:
        return {};
    }
}

QString SignatureModel::copiedTitle(int column) const
{
    return column == Spread || column == Additivity ? tr("%1 (fraction)").arg(title(column)) : title(column);
}

QString SignatureModel::copiedText(int row, int column) const
{
    const SignatureCoverage& layer = m_coverage.rows[static_cast<std::size_t>(row)];
    if (column == Spread) {
        return layer.points.empty() ? QString() : copiedNumber(layer.largest_spread);
    }
    return column == Additivity && layer.additivity ? copiedNumber(*layer.additivity) : text(row, column);
}

}
