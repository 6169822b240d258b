// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/signaturemodel.h"

#include "ui/support/numbers.h"

#include <algorithm>

namespace stagecraft {

namespace {

QVariant alignmentOf(int column)
{
    const bool number = column == SignatureModel::Spread || column == SignatureModel::Additivity;
    return QVariant((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
}

QString layersText(const SignatureCoverage& row)
{
    return row.layers.size() == 1 ? SignatureModel::tr("Layer %1 of the model").arg(row.layers.front())
                                  : SignatureModel::tr("%1 equal layers of the model, the first is layer %2")
                                        .arg(countText(static_cast<qint64>(row.layers.size())))
                                        .arg(row.layers.front());
}

QString missingText(const SignatureCoverage& row)
{
    QStringList places;
    for (const PointPlace& place : row.missing) {
        places << SignatureModel::tr("micro-batch %1 at sequence %2")
                      .arg(countText(place.micro_batch), countText(place.sequence));
    }
    return places.isEmpty() ? SignatureModel::tr("Nothing is missing")
                            : SignatureModel::tr("Missing: %1").arg(places.join(QStringLiteral(", ")));
}

}

QString layerTitle(const QString& name, qint64 count)
{
    return count == 1 ? name : QStringLiteral("%1 × %2").arg(name, countText(count));
}

QString kindText(const std::string& kind)
{
    QString text = QString::fromStdString(kind);
    return text.replace(u'_', u' ');
}

SignatureModel::SignatureModel(QObject* parent) : QAbstractTableModel(parent) {}

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

int SignatureModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant SignatureModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    return cell(index.column(), role, m_coverage.rows[static_cast<std::size_t>(index.row())]);
}

QVariant SignatureModel::cell(int column, int role, const SignatureCoverage& row) const
{
    const std::size_t answered = m_coverage.places.size() - row.missing.size();
    if (role == Qt::TextAlignmentRole) {
        return alignmentOf(column);
    }
    if (role == Qt::ToolTipRole) {
        switch (column) {
        case Layer:
            return layersText(row);
        case Covered:
            return missingText(row);
        case Spread:
            return tr("Half the distance of the quartiles over the median, of the least steady time");
        default:
            return {};
        }
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (column) {
    case Layer:
        return layerTitle(QString::fromStdString(row.name), static_cast<qint64>(row.layers.size()));
    case Kind:
        return kindText(row.kind);
    case Covered:
        return tr("%1 of %2").arg(answered).arg(m_coverage.places.size());
    case Spread:
        return row.points.empty() ? QString() : percentText(row.largest_spread);
    default:
        return row.additivity ? percentText(*row.additivity) : tr("not measured");
    }
}

QVariant SignatureModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return alignmentOf(section);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case Layer:
        return tr("Layer");
    case Kind:
        return tr("Kind");
    case Covered:
        return tr("Measured");
    case Spread:
        return tr("Spread");
    default:
        return tr("Additivity");
    }
}

}
