// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/validation/rungroupmodel.h"

#include "ui/models/tablecsv.h"
#include "ui/style/theme.h"
#include "ui/words/causetext.h"
#include "ui/words/formulas.h"
#include "ui/words/numbers.h"

#include <algorithm>

namespace stagecraft {

RunGroupModel::RunGroupModel(QObject* parent) : ColumnModel(ColumnCount, parent) {}

void RunGroupModel::setView(std::shared_ptr<const ValidationView> view)
{
    beginResetModel();
    m_view = std::move(view);
    endResetModel();
    Q_EMIT headerDataChanged(Qt::Horizontal, Name, Name);
}

int RunGroupModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_view ? 0 : static_cast<int>(m_view->groups.size());
}

QVariant RunGroupModel::data(const QModelIndex& index, int role) const
{
    return role == MarkRole ? QVariant(std::min(index.row(), theme::groupColors)) : ColumnModel::data(index, role);
}

QString RunGroupModel::title(int column) const
{
    switch (column) {
    case Name:
        return m_view ? groupingName(m_view->grouping) : tr("Group");
    case Runs:
        return tr("Runs");
    case Mean:
        return tr("Mean error");
    case Median:
        return tr("Median error");
    case P90:
        return tr("90 % quantile");
    case Bias:
        return tr("Bias");
    case Rank:
        return tr("Rank corr.");
    default:
        return tr("Within bounds");
    }
}

QString RunGroupModel::meaning(int column) const
{
    switch (column) {
    case Runs:
        return formulaOf(Figure::Runs);
    case Mean:
        return formulaOf(Figure::MeanError);
    case Median:
        return formulaOf(Figure::MedianError);
    case P90:
        return formulaOf(Figure::NinthDecile);
    case Bias:
        return formulaOf(Figure::Bias);
    case Rank:
        return formulaOf(Figure::RankCorrelation);
    case Coverage:
        return formulaOf(Figure::Coverage);
    default:
        return {};
    }
}

bool RunGroupModel::hasWords(int column) const
{
    return column == Name;
}

QString RunGroupModel::text(int row, int column) const
{
    const RunGroup& group = m_view->groups[static_cast<std::size_t>(row)];
    switch (column) {
    case Name:
        return groupName(group, m_view->grouping);
    case Runs:
        return countText(group.figures.count);
    case Mean:
        return percentText(group.figures.mean_error);
    case Median:
        return percentText(group.figures.median_error);
    case P90:
        return percentText(group.figures.p90_error);
    case Bias:
        return signedPercentText(group.figures.bias);
    case Rank:
        return group.figures.rank_correlation ? numberText(*group.figures.rank_correlation) : QString();
    default:
        return group.coverage ? percentText(*group.coverage) : QString();
    }
}

QString RunGroupModel::toolTip(int row, int column) const
{
    return text(row, column);
}

QString RunGroupModel::copiedTitle(int column) const
{
    return column == Name || column == Runs || column == Rank ? title(column) : tr("%1 (fraction)").arg(title(column));
}

QString RunGroupModel::copiedText(int row, int column) const
{
    const RunGroup& group = m_view->groups[static_cast<std::size_t>(row)];
    switch (column) {
    case Runs:
        return QString::number(group.figures.count);
    case Mean:
        return copiedNumber(group.figures.mean_error);
    case Median:
        return copiedNumber(group.figures.median_error);
    case P90:
        return copiedNumber(group.figures.p90_error);
    case Bias:
        return copiedNumber(group.figures.bias);
    case Rank:
        return group.figures.rank_correlation ? copiedNumber(*group.figures.rank_correlation) : QString();
    case Coverage:
        return group.coverage ? copiedNumber(*group.coverage) : QString();
    default:
        return text(row, column);
    }
}

}
