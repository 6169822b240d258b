// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/timeline/timelinemodel.h"

#include "ui/models/tablecsv.h"
#include "ui/panes/timeline/timelinewords.h"
#include "ui/words/formulas.h"
#include "ui/words/numbers.h"
#include "ui/words/plaintext.h"

namespace stagecraft {

namespace {

bool isNumber(int column)
{
    return column != TimelineModel::Operation && column != TimelineModel::WhichLane
        && column != TimelineModel::WaitedFor;
}

QVariant spanFormula(int column)
{
    switch (column) {
    case TimelineModel::MicroBatch:
        return formulaOf(Figure::SpanMicroBatch);
    case TimelineModel::Place:
        return formulaOf(Figure::SpanPipelineRank);
    case TimelineModel::Stage:
        return formulaOf(Figure::StageNumber);
    case TimelineModel::Start:
        return formulaOf(Figure::SpanStart);
    case TimelineModel::Duration:
        return formulaOf(Figure::SpanTime);
    case TimelineModel::End:
        return formulaOf(Figure::SpanEnd);
    default:
        return {};
    }
}

Seconds timeIn(int column, const Span& span)
{
    return column == TimelineModel::Start ? span.start : column == TimelineModel::End ? span.end : span.duration();
}

}

TimelineModel::TimelineModel(QObject* parent) : QAbstractTableModel(parent) {}

void TimelineModel::setData(std::shared_ptr<const TimelineData> data)
{
    beginResetModel();
    m_data = std::move(data);
    endResetModel();
}

std::int32_t TimelineModel::spanOf(int row) const
{
    return row >= 0 && row < rowCount() ? m_data->by_start[static_cast<std::size_t>(row)] : -1;
}

int TimelineModel::rowOf(std::int32_t span) const
{
    return span >= 0 && span < rowCount() ? m_data->row_of[static_cast<std::size_t>(span)] : -1;
}

int TimelineModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_data ? 0 : static_cast<int>(m_data->by_start.size());
}

int TimelineModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant TimelineModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    return cell(index.column(), role, index.row());
}

QVariant TimelineModel::cell(int column, int role, int row) const
{
    const Span& span = m_data->span(m_data->by_start[static_cast<std::size_t>(row)]);
    if (role == Qt::TextAlignmentRole) {
        return QVariant((isNumber(column) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    const bool time = column >= Start && column <= End;
    if (role == Qt::ToolTipRole && time) {
        return plainToolTip(exactSecondsText(timeIn(column, span)));
    }
    if (role == copyRole && time) {
        return copiedNumber(timeIn(column, span).value);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (column) {
    case Operation:
        return spanKindName(span.kind);
    case MicroBatch:
        return countText(span.micro_batch);
    case Place:
        return countText(span.pipeline_rank);
    case Stage:
        return countText(span.stage);
    case WhichLane:
        return laneName(span.lane);
    case WaitedFor:
        return span.waited_for < 0 ? QString()
                                   : tr("%1, pipeline rank %2")
                                         .arg(spanTitle(m_data->span(span.waited_for)),
                                              countText(m_data->span(span.waited_for).pipeline_rank));
    default:
        return secondsText(timeIn(column, span));
    }
}

QVariant TimelineModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return QVariant((isNumber(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    if (role == Qt::ToolTipRole) {
        return plainToolTip(spanFormula(section).toString());
    }
    if (role == copyRole && section >= Start && section <= End) {
        return tr("%1 (s)").arg(headerData(section, orientation, Qt::DisplayRole).toString());
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case Operation:
        return tr("Operation");
    case MicroBatch:
        return tr("Micro-batch");
    case Place:
        return tr("Pipeline rank");
    case Stage:
        return tr("Stage");
    case WhichLane:
        return tr("Lane");
    case Start:
        return tr("Start");
    case Duration:
        return tr("Duration");
    case End:
        return tr("End");
    default:
        return tr("Waited for");
    }
}

}
