// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/partitioners/partitionermodel.h"

#include "ui/models/tablecsv.h"
#include "ui/panes/partitioners/partitionerwords.h"
#include "ui/words/formulas.h"
#include "ui/words/messagetext.h"
#include "ui/words/numbers.h"

namespace stagecraft {

PartitionerModel::PartitionerModel(QObject* parent) : ColumnModel(ColumnCount, parent) {}

void PartitionerModel::setComparison(std::shared_ptr<const PartitionerComparison> comparison)
{
    beginResetModel();
    m_comparison = std::move(comparison);
    endResetModel();
}

int PartitionerModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_comparison ? 0 : static_cast<int>(m_comparison->rows.size());
}

QString PartitionerModel::title(int column) const
{
    switch (column) {
    case Partitioner:
        return tr("Partitioner");
    case Source:
        return tr("Source");
    case Degrees:
        return tr("Parallelism");
    case Cuts:
        return tr("Split points");
    case Devices:
        return tr("Devices");
    case Peak:
        return tr("Peak memory");
    case OfOurs:
        return tr("vs. Stagecraft");
    case Step:
        return tr("Step time");
    case Verdict:
        return tr("Fits");
    default:
        return tr("Omitted rules");
    }
}

QString PartitionerModel::meaning(int column) const
{
    switch (column) {
    case Degrees:
        return formulaOf(Figure::Degrees);
    case Cuts:
        return tr("First layer of each stage, followed by the number of layers");
    case Devices:
        return formulaOf(Figure::Devices);
    case Peak:
        return formulaOf(Figure::Peak);
    case OfOurs:
        return formulaOf(Figure::PeakRatio);
    case Step:
        return formulaOf(Figure::Step);
    case Note:
        return tr("Parts of the partitioner's rule that Stagecraft cannot follow");
    default:
        return {};
    }
}

bool PartitionerModel::hasWords(int column) const
{
    return column != Devices && column != Peak && column != OfOurs && column != Step;
}

QString PartitionerModel::text(int row, int column) const
{
    const PartitionerRow& entry = at(row);
    switch (column) {
    case Partitioner:
        return nameOf(entry);
    case Source:
        return sourceOf(entry);
    case Verdict:
        return verdictText(entry);
    case Note:
        return messageText(entry.note);
    default:
        break;
    }
    if (!entry.hasAnswer()) {
        return {};
    }
    switch (column) {
    case Degrees:
        return degreesOf(entry);
    case Cuts:
        return splitPointsOf(entry);
    case Devices:
        return countText(entry.devices);
    case Peak:
        return bytesText(entry.peak);
    case OfOurs:
        return entry.peak_ratio ? timesText(*entry.peak_ratio) : QString();
    default:
        return entry.step_is_bound ? tr("at least %1").arg(secondsText(entry.step)) : secondsText(entry.step);
    }
}

QString PartitionerModel::toolTip(int row, int column) const
{
    const PartitionerRow& entry = at(row);
    if (column == Partitioner || column == Verdict || column == Note || column == Cuts) {
        return toolTipOf(entry);
    }
    if (!entry.hasAnswer()) {
        return {};
    }
    return column == Peak ? exactBytesText(entry.peak) : column == Step ? exactSecondsText(entry.step) : QString();
}

QString PartitionerModel::copiedTitle(int column) const
{
    const QString unit = column == Peak ? tr("bytes") : column == Step ? tr("seconds") : QString();
    return unit.isEmpty() ? title(column) : QStringLiteral("%1 (%2)").arg(title(column), unit);
}

QString PartitionerModel::copiedText(int row, int column) const
{
    const PartitionerRow& entry = at(row);
    if (!entry.hasAnswer()) {
        return text(row, column);
    }
    switch (column) {
    case Devices:
        return QString::number(entry.devices);
    case Peak:
        return QString::number(entry.peak.value);
    case OfOurs:
        return entry.peak_ratio ? copiedNumber(*entry.peak_ratio) : QString();
    case Step:
        return copiedNumber(entry.step.value);
    default:
        return text(row, column);
    }
}

}
