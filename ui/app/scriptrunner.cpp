// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/app/scriptrunner.h"

#include "core/dryrun/readcheck.h"
#include "ui/words/messagetext.h"
#include "ui/words/numbers.h"

#include <QFileInfo>

namespace stagecraft {

namespace {

constexpr int mostLines = 5'000; // output lines of a script in the job log
constexpr qsizetype longestLine = 10'000; // bytes

// Returns "train.py", or the module after -m.
QString scriptName(const LaunchCommand& command)
{
    for (const std::string& argument : command.arguments) {
        if (argument.ends_with(".py")) {
            return QFileInfo(QString::fromStdString(argument)).fileName();
        }
    }
    for (const std::string& argument : command.arguments) {
        if (!argument.starts_with('-')) {
            return QFileInfo(QString::fromStdString(argument)).fileName();
        }
    }
    return QStringLiteral("script");
}

}

QString ScriptRunner::jobId()
{
    return QStringLiteral("script dry run");
}

ScriptRunner::ScriptRunner(JobModel& jobs, QObject* parent) : QObject(parent), m_jobs(jobs) {}

ScriptRunner::~ScriptRunner() = default;

void ScriptRunner::start(DryRunRequest request)
{
    if (m_run) {
        return;
    }
    m_folder = std::make_unique<ScratchFolder>();
    m_line.clear();
    m_lines = 0;
    m_failure.clear();
    const QString name = scriptName(request.command);
    m_snapshot = m_folder->filePath(QStringLiteral("%1 rank %2.pickle").arg(name).arg(request.ranks.front()));
    request.snapshot = m_snapshot.toStdString();
    Job job;
    job.id = jobId();
    job.title = tr("Dry run of %1 on %2").arg(name, QString::fromStdString(request.device.name));
    job.phase = tr("Starting");
    job.total = static_cast<int>(request.ranks.size());
    m_jobs.put(job);
    m_run = std::make_unique<ScriptDryRun>(std::move(request));
    connect(m_run.get(), &ScriptDryRun::noted, this, [this](const Message& note) { log(messageText(note)); });
    connect(m_run.get(), &ScriptDryRun::rankBegins, this, [this](int rank, int done, int total) {
        m_jobs.change(jobId(), [&](Job& entry) {
            entry.phase = tr("Running rank %1").arg(rank);
            entry.done = done;
            entry.total = total;
        });
    });
    connect(m_run.get(), &ScriptDryRun::wrote, this, &ScriptRunner::takeOutput);
    connect(m_run.get(), &ScriptDryRun::reported, this, &ScriptRunner::takeReport);
    connect(m_run.get(), &ScriptDryRun::finished, this, [this](bool cancelled) {
        if (cancelled) {
            return finish(JobState::Cancelled, tr("Stopped"));
        }
        const QString failure_text = m_failure;
        finish(failure_text.isEmpty() ? JobState::Done : JobState::Failed,
               failure_text.isEmpty() ? tr("Done") : failure_text);
        if (QFile::exists(m_snapshot)) {
            Q_EMIT recorded(m_snapshot);
        }
    });
    connect(m_run.get(), &ScriptDryRun::failed, this, [this](const Error& error) {
        log(errorText(error));
        finish(JobState::Failed, tr("Failed"));
        Q_EMIT failed(error);
    });
    Q_EMIT runningChanged(true);
    m_run->start();
}

void ScriptRunner::cancel()
{
    if (m_run) {
        m_jobs.change(jobId(), [](Job& job) { job.phase = tr("Stopping"); });
        m_run->cancel();
    }
}

void ScriptRunner::log(const QString& text)
{
    m_jobs.log(jobId(), text);
}

void ScriptRunner::takeOutput(const QByteArray& text)
{
    m_line += text;
    for (auto end = m_line.indexOf('\n'); end >= 0; end = m_line.indexOf('\n')) {
        if (++m_lines < mostLines) {
            log(QString::fromUtf8(m_line.first(std::min(end, longestLine))));
        } else if (m_lines == mostLines) {
            log(tr("Further output of the script is not shown"));
        }
        m_line.remove(0, end + 1);
    }
    m_line.truncate(longestLine);
}

void ScriptRunner::takeReport(const RankReport& report)
{
    log(tr("Rank %1: peak %2 allocated, %3 reserved, after %Ln optimizer steps", nullptr, report.steps)
            .arg(report.rank)
            .arg(bytesText(report.peak_allocated), bytesText(report.peak_reserved)));
    if (report.variation && report.variation != endOf(report)) {
        log(tr("Rank %1 branches on values that only a GPU computes; with other values: peak %2 allocated, %3 reserved")
                .arg(report.rank)
                .arg(bytesText(report.variation->peak_allocated), bytesText(report.variation->peak_reserved)));
    }
    if (!report.unstepped.empty()) {
        log(tr("Rank %1: %Ln optimizers did not step before the run ended; their states are missing", nullptr,
               static_cast<int>(report.unstepped.size()))
                .arg(report.rank));
    }
    if (report.ended.how == ScriptEnd::OutOfMemory) {
        m_failure = tr("Rank %1 ran out of memory").arg(report.rank);
    } else if (report.read_matters == true) {
        m_failure = tr("Allocations of rank %1 depend on values that only a GPU computes").arg(report.rank);
        for (const std::string& place : report.read) {
            log(QString::fromStdString(place));
        }
    } else if (report.ended.how == ScriptEnd::Error) {
        m_failure = tr("Rank %1 ended with an error").arg(report.rank);
        log(QString::fromStdString(report.ended.type + ": ") + messageText(report.ended.message));
        for (const std::string& frame : report.ended.frames) {
            log(QString::fromStdString(frame));
        }
    }
}

void ScriptRunner::finish(JobState state, const QString& phase)
{
    m_jobs.change(jobId(), [&](Job& job) {
        job.state = state;
        job.phase = phase;
        job.done = state == JobState::Done ? job.total : job.done;
    });
    log(phase);
    m_run.release()->deleteLater(); // deleted later, because its signals call this function
    Q_EMIT runningChanged(false);
}

}
