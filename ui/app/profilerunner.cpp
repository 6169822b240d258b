// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/app/profilerunner.h"

#include "core/session/unfinishedprofile.h"
#include "ui/words/messagetext.h"
#include "ui/words/numbers.h"
#include "ui/words/words.h"

#include <algorithm>
#include <iterator>

namespace stagecraft {

namespace {

QString kindWords(const LayerSpec& spec)
{
    return layerKindText(kindName(spec));
}

// "transformer block + language model head, tensor-parallel size 2, micro-batch 1".
QString pointWords(const ProfilePoint& point)
{
    QStringList words {kindWords(point.spec)};
    if (point.following) {
        words.front() += QStringLiteral(" + ") + kindWords(*point.following);
    }
    words << runOptionsName(point);
    words.removeAll(QString());
    words << ProfileRunner::tr("micro-batch size %1").arg(countText(point.micro_batch));
    return words.join(QStringLiteral(", "));
}

// "Measuring: one rank's share · transformer block, micro-batch 1".
QString phaseWords(const QString& phase, const Message& subject, const Message& reason)
{
    const QString point = messageText(subject);
    const QString what = reason.empty() ? point : messageText(reason) + QStringLiteral(" · ") + point;
    return QStringLiteral("%1: %2").arg(workerPhaseName(phase), what);
}

Measurements failuresAmong(const Measurements& measurements)
{
    Measurements failure_texts;
    std::copy_if(measurements.begin(), measurements.end(), std::back_inserter(failure_texts),
                 [](const Measurement& m) { return m.status != MeasurementStatus::Done; });
    return failure_texts;
}

QString measuredLine(const Measurement& measurement)
{
    const QString point = pointWords(measurement.point);
    switch (measurement.status) {
    case MeasurementStatus::Done:
        if (measurement.device.isDry()) { // has no times
            return measurement.point.isCheck()
                ? ProfileRunner::tr("%1: peak %2").arg(point, bytesText(measurement.allocated_peak))
                : ProfileRunner::tr("%1: saved %2").arg(point, bytesText(measurement.memory.saved));
        }
        return measurement.point.isCheck()
            ? ProfileRunner::tr("%1: peak %2, forward %3, backward %4")
                  .arg(point, bytesText(measurement.allocated_peak), secondsText(measurement.forward.median),
                       secondsText(measurement.backward.median))
            : ProfileRunner::tr("%1: saved %2, forward %3, backward %4")
                  .arg(point, bytesText(measurement.memory.saved), secondsText(measurement.forward.median),
                       secondsText(measurement.backward.median));
    case MeasurementStatus::OutOfMemory:
        return ProfileRunner::tr("%1: out of memory (%2)").arg(point, messageText(measurement.message));
    case MeasurementStatus::Failed:
        return QStringLiteral("%1: %2").arg(point, messageText(measurement.message));
    }
    return point;
}

}

ProfileRunner::ProfileRunner(Document& document, JobModel& jobs, QObject* parent)
    : QObject(parent), m_document(document), m_jobs(jobs)
{
    m_clock.setInterval(1000);
    connect(&m_clock, &QTimer::timeout, this,
            [this] { m_jobs.change(m_job->id(), [this](Job& job) { job.remaining = m_job->remaining(); }); });
    connect(&m_document, &Document::opened, this, [this] {
        if (!m_job) {
            m_unfinished = unfinishedProfile(m_document.path());
        }
    });
}

ProfileRunner::~ProfileRunner() = default;

bool ProfileRunner::isRunning() const
{
    return m_job != nullptr;
}

void ProfileRunner::start(const ProfileRequest& request, bool retry)
{
    if (m_job) {
        return;
    }
    m_retried = retry ? failuresAmong(*m_document.measurements()) : Measurements();
    run(request);
}

void ProfileRunner::goOn()
{
    if (!m_job && m_unfinished) {
        run(ProfileRequest(*m_unfinished));
    }
}

// Returns the measurements, except those to be repeated that have no new result yet.
Measurements ProfileRunner::known() const
{
    Measurements known = *m_document.measurements();
    std::erase_if(known, [this](const Measurement& m) {
        return m.status != MeasurementStatus::Done
            && std::find(m_retried.begin(), m_retried.end(), m) != m_retried.end();
    });
    return known;
}

void ProfileRunner::run(const ProfileRequest& request)
{
    m_unfinished = request;
    keepUnfinished(m_document.path(), request);
    m_job = new ProfileJob(request, known(), this);
    Job job;
    job.id = m_job->id();
    job.title = messageText(m_job->title());
    job.phase = tr("Starting");
    m_jobs.put(job);
    connect(m_job, &ProfileJob::hello, this, [this](const MeasuredDevice& device) {
        m_jobs.log(m_job->id(),
                   tr("Running on %1 with %2")
                       .arg(QString::fromStdString(device.name), QString::fromStdString(device.software)));
    });
    connect(m_job, &ProfileJob::progressed, this,
            [this](const QString& phase, const Message& subject, const Message& reason, int done, int total) {
                m_jobs.change(m_job->id(), [&](Job& entry) {
                    entry.phase = phaseWords(phase, subject, reason);
                    entry.done = done;
                    entry.total = total;
                    entry.remaining = m_job->remaining();
                });
            });
    connect(m_job, &ProfileJob::measured, this, &ProfileRunner::onMeasured);
    connect(m_job, &ProfileJob::finished, this, [this](const ProfileSummary& summary) {
        if (summary.cancelled) {
            finish(JobState::Cancelled, tr("Stopped; measurements kept: %1").arg(summary.measured));
        } else if (summary.budget_spent) {
            finish(JobState::Done, tr("Time budget used up: %1 measured").arg(summary.measured));
        } else {
            m_unfinished.reset();
            forgetUnfinished(m_document.path());
            finish(JobState::Done, tr("Done: %1 measured").arg(summary.measured));
        }
    });
    connect(m_job, &ProfileJob::failed, this, [this](const Error& error) {
        m_jobs.log(m_job->id(), errorText(error));
        finish(JobState::Failed, tr("Failed"));
        Q_EMIT failed(error);
    });
    m_clock.start();
    Q_EMIT runningChanged(true);
    m_job->start();
}

void ProfileRunner::onMeasured(const Measurement& measurement, qint64 sequence)
{
    m_jobs.log(m_job->id(), measuredLine(measurement));
    m_document.addMeasurement(measurement, m_job->id(), sequence);
}

void ProfileRunner::cancel()
{
    if (m_job) {
        m_jobs.change(m_job->id(), [](Job& job) { job.phase = tr("Stopping"); });
        m_job->cancel();
    }
}

void ProfileRunner::abandon()
{
    if (m_job) {
        m_job->disconnect(this);
        m_job->cancel();
        m_unfinished.reset();
        finish(JobState::Cancelled, tr("Stopped: another workspace was opened"));
    }
}

void ProfileRunner::finish(JobState state, const QString& phase)
{
    m_clock.stop();
    ProfileJob* ended = std::exchange(m_job, nullptr);
    m_jobs.change(ended->id(), [&](Job& job) {
        job.state = state;
        job.phase = phase;
        job.remaining = Seconds(-1);
    });
    m_jobs.log(ended->id(), phase);
    // An abandoned run must still stop its worker; otherwise it is finished.
    if (ended->isRunning()) {
        connect(ended, &ProfileJob::finished, ended, &QObject::deleteLater);
        connect(ended, &ProfileJob::failed, ended, &QObject::deleteLater);
    } else {
        ended->deleteLater();
    }
    Q_EMIT runningChanged(false);
}

}
