// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/compare/comparemodel.h"

#include "ui/models/tablecsv.h"
#include "ui/words/language.h"
#include "ui/words/messagetext.h"
#include "ui/words/plaintext.h"

#include <QFont>

namespace stagecraft {

namespace {

// Long text may be elided, so the tooltip begins with the full text.
QString cellToolTip(const CompareCell& cell)
{
    constexpr qsizetype shortText = 20; // characters that always fit
    if (cell.text.size() <= shortText || cell.toolTip.contains(cell.text)) {
        return cell.toolTip;
    }
    return cell.toolTip.isEmpty() ? cell.text : cell.text + u'\n' + cell.toolTip;
}

}

CompareModel::CompareModel(QObject* parent) : QAbstractTableModel(parent) {}

void CompareModel::setPlans(std::vector<ComparedPlan> plans, int baseline)
{
    beginResetModel();
    m_plans = std::move(plans);
    m_rows = m_plans.empty() ? std::vector<CompareRow>() : compareRows(m_plans);
    {
        const language::English english;
        m_copied = m_plans.empty() ? std::vector<CompareRow>() : compareRows(m_plans);
    }
    m_baseline = baseline;
    arrange();
    endResetModel();
}

void CompareModel::setBrief(std::function<QString(const QString& title)> brief)
{
    m_brief = std::move(brief);
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
}

void CompareModel::setOnlyDifferences(bool only)
{
    beginResetModel();
    m_onlyDifferences = only;
    arrange();
    endResetModel();
}

void CompareModel::arrange()
{
    m_shown.clear();
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        if (m_onlyDifferences && !m_rows[i].differs()) {
            continue;
        }
        const CompareGroup group = m_rows[i].group;
        if (m_shown.empty() || m_shown.back().group != group) {
            m_shown.push_back({group});
        }
        m_shown.push_back({group, i});
    }
}

int CompareModel::rowOf(const QString& title) const
{
    for (std::size_t i = 0; i < m_shown.size(); ++i) {
        if (m_shown[i].row && m_rows[*m_shown[i].row].title == title) {
            return static_cast<int>(i);
        }
    }
    return -1;
}

int CompareModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_shown.size());
}

int CompareModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_plans.size()) + 1;
}

QVariant CompareModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const Shown& shown = m_shown[static_cast<std::size_t>(index.row())];
    if (role == HeadingRole) {
        return !shown.row;
    }
    if (!shown.row) {
        return role == Qt::DisplayRole && index.column() == 0 ? QVariant(groupTitle(shown.group)) : QVariant();
    }
    const CompareRow& row = (role == copyRole ? m_copied : m_rows)[*shown.row];
    return index.column() == 0 ? titleData(row, role)
                               : cellData(row, static_cast<std::size_t>(index.column() - 1), role);
}

QVariant CompareModel::titleData(const CompareRow& row, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
        return row.title;
    case Qt::ToolTipRole:
        return row.how.isEmpty() ? QVariant() : QVariant(plainToolTip(row.how));
    case copyRole:
        return row.copiedTitle.isEmpty() ? row.title.trimmed() : row.copiedTitle;
    default:
        return {};
    }
}

QVariant CompareModel::cellData(const CompareRow& row, std::size_t column, int role) const
{
    const CompareCell& cell = row.cells[column];
    const QString difference = row.differenceText(column, static_cast<std::size_t>(m_baseline));
    switch (role) {
    case Qt::DisplayRole:
        return cell.text.isEmpty() ? QStringLiteral("–") : cell.text;
    case Qt::AccessibleTextRole:
        return difference.isEmpty() ? cell.text : QStringLiteral("%1, %2").arg(cell.text, difference);
    case DifferenceRole:
        return difference;
    case copyRole:
        return cell.copied.isEmpty() ? cell.text : cell.copied;
    case Qt::ToolTipRole: {
        const auto& obstacle = m_plans[column].obstacle;
        const QString tip = obstacle ? errorText(*obstacle) : cellToolTip(cell);
        return tip.isEmpty() ? QVariant() : QVariant(plainToolTip(tip));
    }
    default:
        return {};
    }
}

QVariant CompareModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    }
    if (section == 0) {
        return role == Qt::DisplayRole || role == copyRole ? QVariant(tr("Property")) : QVariant();
    }
    const ComparedPlan& plan = m_plans[static_cast<std::size_t>(section - 1)];
    const bool baseline = section - 1 == m_baseline && m_plans.size() > 1;
    switch (role) {
    case Qt::DisplayRole: {
        const QString brief = columnHeading(m_brief ? m_brief(plan.title) : plan.title, plan.plan);
        return baseline ? tr("%1 · baseline").arg(brief) : brief;
    }
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole: {
        const QString line = columnHeading(plan.title, plan.plan).replace(u'\n', QStringLiteral(", "));
        const QString words = baseline ? tr("%1; baseline of the differences").arg(line) : line;
        return role == Qt::ToolTipRole ? plainToolTip(words) : words;
    }
    case copyRole:
        return columnHeading(plan.copied_title, plan.plan).replace(u'\n', QStringLiteral(", "));
    default:
        return {};
    }
}

}
