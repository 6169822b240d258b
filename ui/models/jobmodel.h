// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"

#include <QAbstractTableModel>
#include <QStringList>

#include <functional>
#include <vector>

namespace stagecraft {

enum class JobState { Running, Done, Failed, Cancelled };

// A background job.
struct Job {
    QString id;
    QString title;
    QString phase {}; // current activity or result
    int done = 0;
    int total = 0; // 0 if unknown; then `done` counts attempts
    Seconds remaining {-1}; // negative if unknown
    JobState state = JobState::Running;
    QStringList log {};
};

// One row per job, newest first.
class JobModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Title, Phase, Progress, Remaining, ColumnCount };
    Q_ENUM(Column)
    enum Role { ShareRole = Qt::UserRole, StateRole }; // double 0 to 1, negative if unknown; int of JobState

    explicit JobModel(QObject* parent = nullptr);

    // Adds the job, or replaces the one of the same id.
    void put(const Job& job);
    // Changes the job with this id, if it exists.
    void change(const QString& id, const std::function<void(Job&)>& edit);
    void log(const QString& id, const QString& line);

    void removeIf(const std::function<bool(const Job&)>& unwanted);

    const Job* job(int row) const; // null out of range
    int rowOf(const QString& id) const; // -1 if missing

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

Q_SIGNALS:
    void logged(const QString& id, const QString& line);

private:
    QVariant cell(int column, int role, const Job& job) const;

    std::vector<Job> m_jobs;
};

}
