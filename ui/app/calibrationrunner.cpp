// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/app/calibrationrunner.h"

#include "core/session/userhardware.h"
#include "ui/models/validationdata.h"
#include "ui/words/messagetext.h"
#include "ui/words/numbers.h"

#include <QDate>

#include <chrono>
#include <cmath>

namespace stagecraft {

namespace {

constexpr std::chrono::milliseconds reportEvery(50);

QString evidenceWords(const QString& what, const std::optional<CalibrationEvidence>& evidence)
{
    if (!evidence) {
        return {};
    }
    return CalibrationRunner::tr("%1 error %2 before, %3 cross-validated (%Ln runs)", nullptr, evidence->unseen.count)
        .arg(what, percentText(evidence->before.mean_error), percentText(evidence->unseen.mean_error));
}

Result<CatalogueEntry> baseOf(const CalibrationSettings& settings, const std::vector<Run>& runs)
{
    if (settings.base) {
        return *settings.base;
    }
    if (const CatalogueEntry* usual = usualType(runs)) {
        return *usual;
    }
    const std::string device = runs.empty() ? std::string() : runs.front().device;
    return failure(ErrorCode::DeviceTypeUnknown, {device, catalogue().namesLike(device)});
}

Result<TypeCalibration> calibrateAndKeep(const QStringList& files, const CalibrationSettings& settings,
                                         const std::string& date, const std::stop_token& stop,
                                         const CalibrationReport& report)
{
    const auto runs = readRunsOf(files, stop);
    if (!runs) {
        return failure(runs.error());
    }
    auto base = baseOf(settings, *runs);
    if (!base) {
        return failure(base.error());
    }
    auto calibration =
        calibrateType(*runs, {{settings.framework}, *std::move(base), settings.name, date}, stop, report);
    if (!calibration) {
        return calibration;
    }
    if (stop.stop_requested()) { // a canceled calibration stores nothing
        return failure(ErrorCode::Cancelled);
    }
    const auto kept = addUserHardware(calibration->type);
    return kept ? std::move(calibration) : failure(kept.error());
}

}

QString calibrationSentence(const TypeCalibration& calibration)
{
    QStringList parts {evidenceWords(CalibrationRunner::tr("step time"), calibration.time),
                       evidenceWords(CalibrationRunner::tr("memory"), calibration.memory)};
    parts.removeAll(QString());
    return CalibrationRunner::
        tr("Calibrated %1 and saved it as a user-defined device type: %2. Restart Stagecraft to use it in clusters.")
            .arg(QString::fromStdString(calibration.type.device.name), parts.join(QStringLiteral("; ")));
}

QString CalibrationRunner::jobId()
{
    return QStringLiteral("calibration");
}

CalibrationRunner::CalibrationRunner(JobModel& jobs, QObject* parent) : QObject(parent), m_jobs(jobs) {}

CalibrationRunner::~CalibrationRunner()
{
    m_stop.request_stop();
}

void CalibrationRunner::start(const QStringList& files, const CalibrationSettings& settings)
{
    if (m_running) {
        return;
    }
    m_running = true;
    m_stop = std::stop_source();
    Job job;
    job.id = jobId();
    job.title = tr("Calibrate %1").arg(QString::fromStdString(settings.name));
    job.phase = tr("Fitting");
    job.total = 100;
    m_jobs.put(job);
    const auto report = [this, last = std::chrono::steady_clock::time_point()](double share) mutable {
        const auto now = std::chrono::steady_clock::now();
        if (now - last < reportEvery) {
            return;
        }
        last = now;
        m_progress.post([this, share] {
            m_jobs.change(jobId(), [share](Job& shown) { shown.done = static_cast<int>(std::lround(share * 100)); });
            Q_EMIT progressed(share);
        });
    };
    const std::string today = QDate::currentDate().toString(Qt::ISODate).toStdString();
    m_background.run([files, settings, today, report,
                      stop = m_stop.get_token()] { return calibrateAndKeep(files, settings, today, stop, report); },
                     [this](const Result<TypeCalibration>& calibration) { answer(calibration); });
    Q_EMIT runningChanged(true);
}

void CalibrationRunner::cancel()
{
    m_stop.request_stop();
}

void CalibrationRunner::answer(const Result<TypeCalibration>& calibration)
{
    if (calibration) {
        finish(JobState::Done, tr("Done"));
        Q_EMIT calibrated(*calibration);
    } else if (calibration.error().code == ErrorCode::Cancelled) {
        finish(JobState::Cancelled, tr("Stopped"));
    } else {
        finish(JobState::Failed, errorText(calibration.error()));
        Q_EMIT failed(calibration.error());
    }
}

void CalibrationRunner::finish(JobState state, const QString& phase)
{
    m_running = false;
    m_jobs.change(jobId(), [&](Job& job) {
        job.state = state;
        job.phase = phase;
        job.done = state == JobState::Done ? job.total : job.done;
    });
    Q_EMIT runningChanged(false);
}

}
