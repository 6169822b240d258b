// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/memory/peakgroupmodel.h"

#include "ui/models/tablecsv.h"
#include "ui/panes/memory/tracewords.h"
#include "ui/words/numbers.h"

namespace stagecraft {

PeakGroupModel::PeakGroupModel(QObject* parent) : ColumnModel(ColumnCount, parent) {}

void PeakGroupModel::setTrace(std::shared_ptr<const MemoryTrace> trace)
{
    beginResetModel();
    m_trace = std::move(trace);
    endResetModel();
}

int PeakGroupModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_trace ? 0 : static_cast<int>(m_trace->groups.size());
}

QString PeakGroupModel::title(int column) const
{
    switch (column) {
    case Size:
        return tr("At the peak");
    case Category:
        return tr("Category");
    case Blocks:
        return tr("Blocks");
    case Share:
        return tr("Share");
    default:
        return tr("Allocated by");
    }
}

QString PeakGroupModel::meaning(int column) const
{
    switch (column) {
    case Frames:
        return tr("Stack frames outside PyTorch, innermost first");
    case Size:
        return tr("Bytes at the recorded peak that were allocated with this stack trace");
    case Share:
        return tr("Share of the allocated peak");
    case Category:
        return tr("Use of the memory, inferred from stack traces");
    default:
        return {};
    }
}

bool PeakGroupModel::hasWords(int column) const
{
    return column == Frames || column == Category;
}

QString PeakGroupModel::text(int row, int column) const
{
    const PeakGroup& group = m_trace->groups[static_cast<std::size_t>(row)];
    switch (column) {
    case Frames:
        return stackText(group.frames);
    case Size:
        return bytesText(group.bytes);
    case Share:
        return m_trace->peak > Bytes(0) ? percentText(group.bytes / m_trace->peak) : QString();
    case Blocks:
        return countText(group.blocks);
    default:
        return categoryName(group.category);
    }
}

QString PeakGroupModel::toolTip(int row, int column) const
{
    const PeakGroup& group = m_trace->groups[static_cast<std::size_t>(row)];
    switch (column) {
    case Frames:
        return wholeStackText(group.frames);
    case Size:
        return exactBytesText(group.bytes);
    case Category:
        return categoryMeaning(group.category);
    default:
        return text(row, column);
    }
}

QString PeakGroupModel::copiedTitle(int column) const
{
    return column == Size ? tr("%1 (bytes)").arg(title(column))
        : column == Share ? tr("%1 (fraction)").arg(title(column))
                          : title(column);
}

QString PeakGroupModel::copiedText(int row, int column) const
{
    const PeakGroup& group = m_trace->groups[static_cast<std::size_t>(row)];
    switch (column) {
    case Frames:
        return wholeStackText(group.frames).replace(QLatin1Char('\n'), QStringLiteral(" < "));
    case Size:
        return QString::number(group.bytes.value);
    case Share:
        return m_trace->peak > Bytes(0) ? copiedNumber(group.bytes / m_trace->peak) : QString();
    case Blocks:
        return QString::number(group.blocks);
    default:
        return text(row, column);
    }
}

}
