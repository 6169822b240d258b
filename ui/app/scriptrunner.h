// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/scratchfolder.h"
#include "core/session/scriptdryrun.h"
#include "ui/models/jobmodel.h"

#include <memory>

namespace stagecraft {

// Dry runs of the user's training scripts, one at a time. The job list shows progress, output and figures of the ranks.
class ScriptRunner : public QObject {
    Q_OBJECT
public:
    static QString jobId();

    // `jobs` must outlive this.
    explicit ScriptRunner(JobModel& jobs, QObject* parent = nullptr);
    ~ScriptRunner() override; // stops the running script and waits for it

    // Must not be called while a script is running.
    void start(DryRunRequest request);
    void cancel();
    bool isRunning() const { return m_run != nullptr; }

Q_SIGNALS:
    void runningChanged(bool running);
    // Allocator history of the first rank that ran; the file exists until the next run.
    void recorded(const QString& snapshot);
    void failed(const stagecraft::Error& error);

private:
    void log(const QString& text);
    void takeOutput(const QByteArray& text);
    void takeReport(const RankReport& report);
    void finish(JobState state, const QString& phase);

    JobModel& m_jobs;
    std::unique_ptr<ScratchFolder> m_folder; // folder of the snapshot
    QString m_snapshot; // path of the snapshot
    std::unique_ptr<ScriptDryRun> m_run;
    QByteArray m_line; // incomplete last line of the output
    int m_lines = 0; // number of output lines
    QString m_failure; // error of a rank that ended early; empty if none did
};

}
