// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/profilejob.h"

#include "core/base/identity.h"
#include "core/base/overloaded.h"
#include "core/session/childprocess.h"
#include "core/session/scratchfolder.h"
#include "core/words/session.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>
#include <QTimer>

#include <algorithm>
#include <deque>
#include <optional>

namespace stagecraft {

namespace {

constexpr int silenceLimit = 60'000; // ms without a line; the worker sends a heartbeat every few seconds
constexpr int politeTime = 2'500; // ms from cancel to SIGTERM
constexpr int cancelLimit =
    5'000; // ms from cancel to SIGKILL, and from the result or an error to the end of the process
constexpr qsizetype lineLimit = 64 << 20;
constexpr std::size_t logLines = 8;
constexpr qsizetype logLineLength = 300;

const QString workerName = QStringLiteral("stagecraft-worker");

}

QString findWorker()
{
    const QString reported = qEnvironmentVariable("STAGECRAFT_WORKER_PATH");
    if (!reported.isEmpty()) {
        return QFileInfo(reported).isExecutable() ? reported : QString();
    }
    const QString beside = QCoreApplication::applicationDirPath() + QLatin1Char('/') + workerName;
    return QFileInfo(beside).isExecutable() ? beside : QStandardPaths::findExecutable(workerName);
}

struct ProfileJob::Private {
    ProfileJob* job = nullptr;
    WorkerRequest request;
    QString id;

    std::optional<ScratchFolder> scratch; // for the worker's dry device files
    QProcess process; // destroyed before its folder
    QTimer silence; // runs out without a sign of life
    QTimer patience; // runs out if a worker does not end on request
    QElapsedTimer elapsed;
    QByteArray pending; // incomplete last line
    std::deque<std::string> log; // last lines of the worker that are not messages

    bool running = false;
    bool cancelling = false;
    bool terminated = false;
    bool resulted = false;
    qint64 last_sequence = 0;
    int done = 0;
    int total = 0;
    ProfileSummary summary;
    std::optional<Error> error;

    void readMessages();
    void readLog();
    void addToLog(const QByteArray& line);
    void takeLine(const QByteArray& line);
    void take(const MessageBody& body, qint64 sequence);
    void giveUp(Error reason);
    void reportSilence();
    void stopWaiting();
    void terminate(int grace);
    void end();
    Error crash() const;
};

// Lines that are not messages come from the worker's libraries; they are kept to explain a failure.
void ProfileJob::Private::readMessages()
{
    pending += process.readAllStandardOutput();
    silence.start();
    qsizetype begin = 0;
    for (qsizetype newline = pending.indexOf('\n'); newline >= 0; newline = pending.indexOf('\n', begin)) {
        const QByteArray line = pending.mid(begin, newline - begin).trimmed();
        begin = newline + 1;
        if (line.startsWith('{')) {
            takeLine(line);
        } else {
            addToLog(line);
        }
    }
    pending.remove(0, begin);
    if (pending.size() > lineLimit) {
        giveUp({ErrorCode::WorkerProtocol, {words::session::endless_line}, {}});
    }
}

void ProfileJob::Private::readLog()
{
    silence.start();
    for (const QByteArray& line : process.readAllStandardError().split('\n')) {
        addToLog(line);
    }
}

void ProfileJob::Private::addToLog(const QByteArray& line)
{
    const QByteArray text = line.trimmed();
    if (text.isEmpty()) {
        return;
    }
    log.push_back(text.left(logLineLength).toStdString());
    if (log.size() > logLines) {
        log.pop_front();
    }
}

void ProfileJob::Private::takeLine(const QByteArray& line)
{
    const auto message = decodeMessage({line.constData(), static_cast<std::size_t>(line.size())});
    if (!message) {
        giveUp(message.error());
        return;
    }
    // An error about an unreadable request has no job id.
    const bool of_this_job = message->job == id.toStdString()
        || (message->job.empty() && std::holds_alternative<ErrorMessage>(message->body));
    // A repeated line is ignored, since a connection may deliver lines again.
    if (error || !of_this_job || message->sequence <= last_sequence) {
        return;
    }
    last_sequence = message->sequence;
    take(message->body, message->sequence);
}

void ProfileJob::Private::take(const MessageBody& body, qint64 sequence)
{
    std::visit(overloaded {
                   [&](const HelloMessage& hello) { Q_EMIT job->hello(hello.device); },
                   [&](const ProgressMessage& progress) {
                       done = progress.done;
                       total = progress.total;
                       Q_EMIT job->progressed(QString::fromStdString(progress.phase), progress.subject, progress.reason,
                                              done, total);
                   },
                   [&](const MeasurementMessage& message) {
                       const bool good = message.measurement.status == MeasurementStatus::Done;
                       ++(good ? summary.measured : summary.failed);
                       Q_EMIT job->measured(message.measurement, sequence);
                   },
                   [&](const ProbeMessage& message) {
                       ++summary.measured;
                       Q_EMIT job->probed(message.probe);
                   },
                   [&](const DescriptionMessage& message) {
                       ++summary.measured;
                       Q_EMIT job->described(message.model);
                   },
                   [](const StageMessage&) {}, // jobs do not request stages
                   [&](const ResultMessage& result) {
                       resulted = true;
                       summary.cancelled = result.cancelled;
                       summary.budget_spent = result.budget_spent;
                       patience.start(cancelLimit);
                   },
                   [&](const ErrorMessage& message) { giveUp(message.error); },
                   [](const HeartbeatMessage&) {},
               },
               body);
}

// Ends the worker and keeps the first reason; failed() follows once the process is gone.
void ProfileJob::Private::giveUp(Error reason)
{
    if (error) {
        return;
    }
    error = std::move(reason);
    terminate(cancelLimit);
}

void ProfileJob::Private::terminate(int grace)
{
    terminated = true;
    process.terminate();
    patience.start(grace);
}

void ProfileJob::Private::reportSilence()
{
    giveUp({ErrorCode::WorkerFailed, {say(words::session::silent, silenceLimit / 1000)}, {}});
}

void ProfileJob::Private::stopWaiting()
{
    if (terminated || resulted) {
        process.kill();
        return;
    }
    terminate(cancelLimit - politeTime);
}

// Called when the process has ended or could not be started.
void ProfileJob::Private::end()
{
    if (!running) {
        return;
    }
    if (process.isOpen()) {
        readMessages();
        readLog();
    }
    running = false;
    silence.stop();
    patience.stop();
    if (cancelling && !resulted) {
        summary.cancelled = true;
        error.reset(); // errors while stopping are irrelevant
    }
    if (error) {
        Q_EMIT job->failed(*error);
    } else if (resulted || summary.cancelled) {
        Q_EMIT job->finished(summary);
    } else {
        Q_EMIT job->failed(crash());
    }
}

Error ProfileJob::Private::crash() const
{
    const std::string status = std::to_string(process.exitCode());
    Message reason =
        withMemoryLimit(process.exitStatus() == QProcess::CrashExit ? say(words::session::killed, status)
                                                                    : say(words::session::exit_status, status));
    std::string lines;
    for (const std::string& line : log) {
        lines += "\n  " + line;
    }
    if (!log.empty()) {
        reason = say(words::session::last_words, std::move(reason), std::move(lines));
    }
    return {ErrorCode::WorkerFailed, {std::move(reason)}, {}};
}

ProfileJob::ProfileJob(ProfileRequest request, Measurements known, QObject* parent)
    : ProfileJob(WorkerRequest {newUuid(), std::move(request), std::move(known)}, parent)
{
}

ProfileJob::ProfileJob(ProbeRequest request, QObject* parent)
    : ProfileJob(WorkerRequest {newUuid(), {}, {}, std::move(request)}, parent)
{
}

ProfileJob::ProfileJob(DescribeRequest request, QObject* parent)
    : ProfileJob(WorkerRequest {newUuid(), {}, {}, std::nullopt, std::move(request)}, parent)
{
}

ProfileJob::ProfileJob(WorkerRequest request, QObject* parent) : QObject(parent), d(std::make_unique<Private>())
{
    d->job = this;
    d->request = std::move(request);
    d->id = QString::fromStdString(d->request.job);
    d->silence.setSingleShot(true);
    d->silence.setInterval(silenceLimit);
    d->patience.setSingleShot(true);
    connect(&d->silence, &QTimer::timeout, this, [this] { d->reportSilence(); });
    connect(&d->patience, &QTimer::timeout, this, [this] { d->stopWaiting(); });
    connect(&d->process, &QProcess::readyReadStandardOutput, this, [this] { d->readMessages(); });
    connect(&d->process, &QProcess::readyReadStandardError, this, [this] { d->readLog(); });
    connect(&d->process, &QProcess::finished, this, [this] { d->end(); });
    connect(&d->process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            d->error = Error {ErrorCode::WorkerFailed, {whyNotStarted(d->process)}, d->process.program().toStdString()};
            QTimer::singleShot(0, this, [this] { d->end(); });
        }
    });
}

ProfileJob::~ProfileJob()
{
    endChild(d->process, politeTime);
}

void ProfileJob::start()
{
    if (d->running) {
        return;
    }
    d->running = true;
    d->elapsed.start();
    const QString worker = findWorker();
    if (worker.isEmpty()) {
        d->error = Error {ErrorCode::WorkerMissing, {workerName.toStdString()}, {}};
        QTimer::singleShot(0, this, [this] { d->end(); });
        return;
    }
    d->silence.start();
    prepareChild(d->process);
    if (d->request.profile.device.dry) { // a worker killed during its start leaves nothing behind
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("TMPDIR"), d->scratch.emplace().path());
        d->process.setProcessEnvironment(environment);
    }
    // Only the user's trust counts, not the request's flag in a file.
    const bool trusted = d->request.profile.trust || (d->request.describe && d->request.describe->trust);
    d->process.start(worker, trusted ? QStringList {QStringLiteral("--trust")} : QStringList {});
    d->process.write(QByteArray::fromStdString(encode(d->request)) + '\n');
}

void ProfileJob::cancel()
{
    if (!d->running || d->cancelling) {
        return;
    }
    d->cancelling = true;
    if (d->process.state() == QProcess::NotRunning) {
        return; // end() will be called
    }
    if (d->last_sequence == 0) { // still starting: no orderly shutdown needed
        d->terminated = true;
        d->process.kill();
        return;
    }
    d->process.write(QByteArray(cancelLine.data(), static_cast<qsizetype>(cancelLine.size())) + '\n');
    if (!d->resulted && !d->error) {
        d->patience.start(politeTime);
    }
}

QString ProfileJob::id() const
{
    return d->id;
}

Message ProfileJob::title() const
{
    const WorkerRequest& request = d->request;
    if (request.describe) {
        const QFileInfo file(QString::fromStdString(request.describe->file));
        return say(words::session::describe_job, file.fileName().toStdString());
    }
    return request.probe ? say(words::session::probe_job, request.probe->device.kind)
                         : say(words::session::profile_job, request.profile.model.name);
}

bool ProfileJob::isRunning() const
{
    return d->running;
}

Seconds ProfileJob::remaining() const
{
    const Seconds passed(static_cast<double>(d->running ? d->elapsed.elapsed() : 0) / 1000.0);
    const bool paced = d->done > 0 && d->total > 0;
    Seconds left = paced ? passed * (static_cast<double>(d->total - d->done) / d->done) : Seconds(-1);
    const auto budget = d->request.probe ? std::optional(d->request.probe->budget) : d->request.profile.budget;
    if (budget) {
        const Seconds spare(std::max(0.0, (*budget - passed).value));
        left = paced ? std::min(left, spare) : spare;
    }
    return left;
}

}
