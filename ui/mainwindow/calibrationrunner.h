// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/calibration/calibration.h"
#include "core/session/mailbox.h"
#include "ui/dialogs/calibratedialog.h"
#include "ui/models/jobmodel.h"
#include "ui/support/background.h"

#include <QObject>
#include <QStringList>

#include <stop_token>

namespace stagecraft {

// Calibrates one device type at a time on a thread of its own, shows its progress among the jobs, and keeps the type in
// the user's own hardware file, where it replaces one of the same name.
class CalibrationRunner : public QObject {
    Q_OBJECT
public:
    static QString jobId();

    // `jobs` must outlive this.
    explicit CalibrationRunner(JobModel& jobs, QObject* parent = nullptr);
    ~CalibrationRunner() override; // stops what is running and waits for it

    // Only while none is running. `files` as readRunsOf() takes them.
    void start(const QStringList& files, const CalibrationWish& wish);
    void cancel();
    bool isRunning() const { return m_running; }

Q_SIGNALS:
    void runningChanged(bool running);
    void progressed(double share); // 0 to 1
    void calibrated(const stagecraft::TypeCalibration& calibration); // its type is in the file
    void failed(const stagecraft::Error& error);

private:
    void answer(const Result<TypeCalibration>& calibration);
    void finish(JobState state, const QString& phase);

    JobModel& m_jobs;
    std::stop_source m_stop;
    bool m_running = false;
    Mailbox m_progress;
    Background m_background; // last: it ends before the others go
};

// How far off predictions were before, and are for runs that the corrections have not seen.
QString calibrationSentence(const TypeCalibration& calibration);

}
