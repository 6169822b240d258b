// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/scratchfolder.h"
#include "core/session/scriptdryrun.h"
#include "ui/models/jobmodel.h"

#include <memory>

namespace stagecraft {

// Dry runs of the user's training scripts, one at a time, with progress, output and figures of the ranks among the
// jobs.
class ScriptRunner : public QObject {
    Q_OBJECT
public:
    static QString jobId();

    // `jobs` must outlive this.
    explicit ScriptRunner(JobModel& jobs, QObject* parent = nullptr);
    ~ScriptRunner() override; // stops what is running and waits for it

    // Only while none is running.
    void start(DryRunRequest request);
    void cancel();
    bool isRunning() const { return m_run != nullptr; }

Q_SIGNALS:
    void runningChanged(bool running);
    // The allocator's history of the first rank that ran; the file lives until the next run.
    void recorded(const QString& snapshot);
    void failed(const stagecraft::Error& error);

private:
    void log(const QString& text);
    void takeOutput(const QByteArray& text);
    void takeReport(const RankReport& report);
    void finish(JobState state, const QString& phase);

    JobModel& m_jobs;
    std::unique_ptr<ScratchFolder> m_folder; // of the snapshot
    QString m_snapshot; // file
    std::unique_ptr<ScriptDryRun> m_run;
    QByteArray m_line; // the end of the output so far
    int m_lines = 0; // of the output
    QString m_failure; // why a rank ended early; empty: none did
};

}
