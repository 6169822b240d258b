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

// Runs one profile at a time. Adds its measurements to the document and shows its progress in the job list.
class ProfileRunner : public QObject {
    Q_OBJECT
public:
    // Both must outlive this.
    ProfileRunner(Document& document, JobModel& jobs, QObject* parent = nullptr);
    ~ProfileRunner() override;

    // Does nothing while a profile is running. `retry`: repeat points that ran out of memory before.
    void start(const ProfileRequest& request, bool retry = false);
    void goOn(); // continues with unfinished(), if not empty
    void cancel(); // asks the worker to stop; keeps the measurements so far
    void abandon(); // cancel(), and ignores further results: another workspace is open
    bool isRunning() const;
    // The last request for the open workspace, also from an earlier session, if it was stopped, ran out of time or
    // failed.
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
    Measurements m_retried; // measurements before the retry, which are not sent to the worker
    QTimer m_clock; // updates the time remaining between messages
};

}
