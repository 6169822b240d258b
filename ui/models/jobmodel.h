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

// One thing that runs beside the window.
struct Job {
    QString id;
    QString title;
    QString phase {}; // what it does now, or how it ended
    int done = 0;
    int total = 0; // 0: not known, `done` counts what was tried
    Seconds remaining {-1}; // negative: not known
    JobState state = JobState::Running;
    QStringList log {};
};

// A row a job, the newest first.
class JobModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Title, Phase, Progress, Remaining, ColumnCount };
    Q_ENUM(Column)
    enum Role { ShareRole = Qt::UserRole, StateRole }; // double 0 to 1, negative while not known; int of JobState

    explicit JobModel(QObject* parent = nullptr);

    // Adds the job, or replaces the one of the same id.
    void put(const Job& job);
    // Changes the job of this id; one that is not there is left alone.
    void change(const QString& id, const std::function<void(Job&)>& edit);
    void log(const QString& id, const QString& line);

    void removeIf(const std::function<bool(const Job&)>& unwanted);

    const Job* job(int row) const; // null out of range
    int rowOf(const QString& id) const; // -1 if it is not there

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
