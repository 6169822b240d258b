// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/document.h"
#include "ui/app/background.h"
#include "ui/models/jobmodel.h"

#include <QStringList>

#include <stop_token>

class QUndoStack;

namespace stagecraft {

// Imports memory snapshots into the open workspace, one after another on another thread, with progress in the job list.
// Each import is one undo step.
class SnapshotImporter : public QObject {
    Q_OBJECT
public:
    static QString jobId();

    // All must outlive this.
    SnapshotImporter(Document& document, JobModel& jobs, QUndoStack& undo, QObject* parent = nullptr);
    ~SnapshotImporter() override; // stops the running import and waits for it

    void start(const QString& path);
    void cancel(); // cancels the running import and those in the queue
    bool isRunning() const { return m_running; }

Q_SIGNALS:
    void runningChanged(bool running);
    void imported(const std::shared_ptr<const stagecraft::MemoryTrace>& first); // first trace of the file
    void failed(const stagecraft::Error& error);

private:
    void answer(const Result<std::vector<MemoryTrace>>& found);
    void keep(const std::vector<MemoryTrace>& found);
    void finish(JobState state, const QString& phase);

    Document& m_document;
    JobModel& m_jobs;
    QUndoStack& m_undo;
    QStringList m_waiting;
    QString m_file; // file that is being read
    QString m_workspace; // workspace that was open when the import began
    std::stop_source m_stop;
    bool m_running = false;
    Mailbox m_progress;
    Background m_background; // last member: it stops before the others are destroyed
};

}
