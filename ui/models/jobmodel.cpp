// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/jobmodel.h"

#include "ui/words/numbers.h"
#include "ui/words/plaintext.h"

#include <algorithm>

namespace stagecraft {

namespace {

QString progressText(const Job& job)
{
    if (job.state == JobState::Done || (job.total <= 0 && job.done <= 0)) {
        return {};
    }
    if (job.total <= 0) {
        return JobModel::tr("%1 tried").arg(countText(job.done));
    }
    return JobModel::tr("%1 of %2").arg(countText(job.done), countText(job.total));
}

double share(const Job& job)
{
    if (job.state == JobState::Done) {
        return 1;
    }
    return job.total > 0 ? static_cast<double>(job.done) / job.total : -1;
}

}

JobModel::JobModel(QObject* parent) : QAbstractTableModel(parent) {}

void JobModel::put(const Job& job)
{
    if (const int row = rowOf(job.id); row >= 0) {
        m_jobs[static_cast<std::size_t>(row)] = job;
        Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
        return;
    }
    beginInsertRows({}, 0, 0);
    m_jobs.insert(m_jobs.begin(), job);
    endInsertRows();
}

void JobModel::change(const QString& id, const std::function<void(Job&)>& edit)
{
    const int row = rowOf(id);
    if (row < 0) {
        return;
    }
    edit(m_jobs[static_cast<std::size_t>(row)]);
    Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
}

void JobModel::log(const QString& id, const QString& line)
{
    const int row = rowOf(id);
    if (row < 0) {
        return;
    }
    m_jobs[static_cast<std::size_t>(row)].log += line;
    Q_EMIT logged(id, line);
}

void JobModel::removeIf(const std::function<bool(const Job&)>& unwanted)
{
    for (int row = rowCount() - 1; row >= 0; --row) {
        if (unwanted(m_jobs[static_cast<std::size_t>(row)])) {
            beginRemoveRows({}, row, row);
            m_jobs.erase(m_jobs.begin() + row);
            endRemoveRows();
        }
    }
}

const Job* JobModel::job(int row) const
{
    return row >= 0 && row < rowCount() ? &m_jobs[static_cast<std::size_t>(row)] : nullptr;
}

int JobModel::rowOf(const QString& id) const
{
    const auto found = std::find_if(m_jobs.begin(), m_jobs.end(), [&](const Job& job) { return job.id == id; });
    return found == m_jobs.end() ? -1 : static_cast<int>(found - m_jobs.begin());
}

int JobModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_jobs.size());
}

int JobModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant JobModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    return cell(index.column(), role, *job(index.row()));
}

QVariant JobModel::cell(int column, int role, const Job& job) const
{
    if (role == ShareRole) {
        return share(job);
    }
    if (role == StateRole) {
        return static_cast<int>(job.state);
    }
    if (role == Qt::AccessibleTextRole && column == Title) { // the list shows the whole job in one entry
        return QStringList {job.title, job.phase, progressText(job)}.join(QStringLiteral(", "));
    }
    if (role == Qt::ToolTipRole && column == Title) { // narrow lists elide the phase
        return plainToolTip(QStringList {job.title, job.phase}.join(u'\n'));
    }
    if (role == Qt::ToolTipRole) {
        return plainToolTip(cell(column, Qt::DisplayRole, job).toString());
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (column) {
    case Title:
        return job.title;
    case Phase:
        return job.phase;
    case Progress:
        return progressText(job);
    default:
        return job.state == JobState::Running && job.remaining.value >= 0
            ? tr("%1 remaining").arg(secondsText(job.remaining))
            : QString();
    }
}

QVariant JobModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case Title:
        return tr("Job");
    case Phase:
        return tr("Phase");
    case Progress:
        return tr("Progress");
    case Remaining:
        return tr("Time remaining");
    default:
        return {};
    }
}

}
