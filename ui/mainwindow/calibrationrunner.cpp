// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mainwindow/calibrationrunner.h"

#include "ui/models/validationdata.h"
#include "ui/support/errortext.h"
#include "ui/support/numbers.h"

#include <QDateTime>

#include <chrono>
#include <cmath>

namespace stagecraft {

namespace {

constexpr std::chrono::milliseconds reportEvery(50);

QString evidenceWords(const QString& what, const std::optional<StackEvidence>& evidence)
{
    if (!evidence) {
        return {};
    }
    return CalibrationRunner::tr("%1: mean error %2 before, %3 after (%Ln runs)", nullptr,
                                 evidence->cross_validated.count)
        .arg(what, percentText(evidence->uncorrected.mean_error), percentText(evidence->cross_validated.mean_error));
}

}

QString calibrationSentence(const Stack& stack)
{
    QStringList parts {evidenceWords(CalibrationRunner::tr("Memory"), stack.memory_evidence),
                       evidenceWords(CalibrationRunner::tr("Step time"), stack.time_evidence)};
    parts.removeAll(QString());
    return CalibrationRunner::tr("Stack %1 is calibrated and kept in this workspace. %2. After: cross-validated, each "
                                 "run predicted by a fit without it.")
        .arg(QString::fromStdString(stack.name), parts.join(QStringLiteral("; ")));
}

QString CalibrationRunner::jobId()
{
    return QStringLiteral("calibration");
}

CalibrationRunner::CalibrationRunner(Document& document, JobModel& jobs, QObject* parent)
    : QObject(parent), m_document(document), m_jobs(jobs)
{
}

CalibrationRunner::~CalibrationRunner()
{
    m_stop.request_stop();
}

void CalibrationRunner::start(const QStringList& files, const CalibrationRequest& request)
{
    if (m_running) {
        return;
    }
    m_running = true;
    m_stop = std::stop_source();
    m_workspace = m_document.path();
    Job job;
    job.id = jobId();
    job.title = tr("Calibrate %1").arg(QString::fromStdString(request.name));
    job.phase = tr("Fitting");
    job.total = 100;
    m_jobs.put(job);
    auto wanted = request;
    wanted.made_at = QDateTime::currentDateTimeUtc().toString(Qt::ISODate).toStdString();
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
    m_background.run(
        [files, wanted, report, stop = m_stop.get_token()]() -> Result<Stack> {
            const auto runs = readRunsOf(files, stop);
            return runs ? calibrate(*runs, wanted, stop, report) : failure(runs.error());
        },
        [this](const Result<Stack>& stack) { answer(stack); });
    Q_EMIT runningChanged(true);
}

void CalibrationRunner::cancel()
{
    m_stop.request_stop();
}

void CalibrationRunner::answer(const Result<Stack>& stack)
{
    if (stack && m_document.path() != m_workspace) {
        finish(JobState::Cancelled, tr("Another workspace was opened"));
    } else if (stack) {
        m_document.keepStack(*stack);
        finish(JobState::Done, tr("Done"));
        Q_EMIT calibrated(*stack);
    } else if (stack.error().code == ErrorCode::Cancelled) {
        finish(JobState::Cancelled, tr("Stopped"));
    } else {
        finish(JobState::Failed, errorText(stack.error()));
        Q_EMIT failed(stack.error());
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
