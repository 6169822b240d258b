// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/calibration/calibration.h"
#include "core/session/mailbox.h"
#include "ui/app/background.h"
#include "ui/app/calibrationwish.h"
#include "ui/models/jobmodel.h"

#include <QObject>
#include <QStringList>

#include <stop_token>

namespace stagecraft {

// Calibrates one device type at a time on another thread, shows the progress in the job list, and saves the type in the
// user's hardware file, where it replaces a type with the same name.
class CalibrationRunner : public QObject {
    Q_OBJECT
public:
    static QString jobId();

    // `jobs` must outlive this.
    explicit CalibrationRunner(JobModel& jobs, QObject* parent = nullptr);
    ~CalibrationRunner() override; // stops the running calibration and waits for it

    // Does nothing while a calibration is running. `files`: see readRunsOf().
    void start(const QStringList& files, const CalibrationSettings& settings);
    void cancel();
    bool isRunning() const { return m_running; }

Q_SIGNALS:
    void runningChanged(bool running);
    void progressed(double share); // 0 to 1
    void calibrated(const stagecraft::TypeCalibration& calibration); // the type is in the file
    void failed(const stagecraft::Error& error);

private:
    void answer(const Result<TypeCalibration>& calibration);
    void finish(JobState state, const QString& phase);

    JobModel& m_jobs;
    std::stop_source m_stop;
    bool m_running = false;
    Mailbox m_progress;
    Background m_background; // last member: it stops before the others are destroyed
};

// Sentence with the errors before the calibration and the cross-validated errors after it.
QString calibrationSentence(const TypeCalibration& calibration);

}
