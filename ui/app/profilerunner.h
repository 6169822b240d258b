// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/document.h"
#include "core/session/profilejob.h"
#include "ui/models/jobmodel.h"

#include <QElapsedTimer>
#include <QTimer>

#include <optional>

namespace stagecraft {

// Runs one profile at a time: its measurements go into the document, its progress into the jobs.
class ProfileRunner : public QObject {
    Q_OBJECT
public:
    // Both must outlive this.
    ProfileRunner(Document& document, JobModel& jobs, QObject* parent = nullptr);
    ~ProfileRunner() override;

    // Does nothing while a profile is running. `retry`: repeat points that ran out of memory before.
    void start(const ProfileRequest& request, bool retry = false);
    void goOn(); // with unfinished(), if there is one
    void cancel(); // asks the worker to stop; what was measured stays
    void abandon(); // cancel(), and ignore its further results: another workspace is open
    bool isRunning() const;
    // The last request for the open workspace, also of an earlier window, if it was stopped, ran out of time or failed.
    const std::optional<ProfileRequest>& unfinished() const { return m_unfinished; }

Q_SIGNALS:
    void runningChanged(bool running);
    void failed(const stagecraft::Error& error);

private:
    void run(const ProfileRequest& request);
    Measurements known() const;
    void finish(JobState state, const QString& phase);
    void onMeasured(const Measurement& measurement, qint64 sequence);

    Document& m_document;
    JobModel& m_jobs;
    ProfileJob* m_job = nullptr;
    std::optional<ProfileRequest> m_unfinished;
    Measurements m_retried; // as they were before, and not known to its worker
    QTimer m_clock; // the time left runs down between messages
};

}
