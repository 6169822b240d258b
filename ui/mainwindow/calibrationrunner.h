// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/stacks/calibration.h"
#include "core/session/document.h"
#include "ui/models/jobmodel.h"
#include "ui/support/background.h"

#include <optional>

namespace stagecraft {

// Calibrates one stack at a time on a thread of its own, shows its progress among the jobs, and keeps the stack in the
// open workspace.
class CalibrationRunner : public QObject {
    Q_OBJECT
public:
    static QString jobId();

    // Both must outlive this.
    CalibrationRunner(Document& document, JobModel& jobs, QObject* parent = nullptr);
    ~CalibrationRunner() override; // stops what is running and waits for it

    // Only while none is running. `files` as readRunsOf() takes them.
    void start(const QStringList& files, const CalibrationRequest& request);
    void cancel();
    bool isRunning() const { return m_running; }

Q_SIGNALS:
    void runningChanged(bool running);
    void progressed(double share); // 0 to 1
    void calibrated(const stagecraft::Stack& stack); // it is being kept
    void failed(const stagecraft::Error& error);

private:
    void answer(const Result<Stack>& stack);
    void finish(JobState state, const QString& phase);

    Document& m_document;
    JobModel& m_jobs;
    std::stop_source m_stop;
    QString m_workspace; // that was open when it began
    bool m_running = false;
    Mailbox m_progress;
    Background m_background; // last: it ends before the others go
};

// The errors before and after, memory and time, in one sentence.
QString calibrationSentence(const Stack& stack);

}
