// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/scriptdryrun.h"

#include "core/base/files.h"
#include "core/base/systemreason.h"
#include "core/dryrun/rankorder.h"
#include "core/dryrun/readcheck.h"
#include "core/json/codec.h"
#include "core/session/childprocess.h"
#include "core/session/profilejob.h"
#include "core/session/scratchfolder.h"
#include "core/session/scriptenvironment.h"
#include "core/words/common.h"
#include "core/words/session.h"

#include <nlohmann/json.hpp>

#include <QDir>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QProcess>
#include <QTimer>

#include <csignal>
#include <cstring>
#include <deque>
#include <map>
#include <optional>

namespace stagecraft {

namespace {

constexpr int scriptStopLimit = 5'000; // ms from SIGTERM to SIGKILL
constexpr int answerLimit = 60'000; // ms for Python to report its torch
// A repeated run that takes longer than the first one follows another path, and may never end.
constexpr int repeatLimit = 3; // factor
constexpr int leastRepeatLimit = 30'000; // ms
constexpr std::size_t lastLines = 12;
// At this size torch's lists of ranks take noticeable time: FSDP2 makes some for each parameter (1 s each at 2^17
// ranks).
constexpr int slowWorld = 1 << 16;
const QByteArray notePrefix = "dry run note: "; // prefix of lines for the user
constexpr Bytes mostReportBytes(std::int64_t {256} << 20);
constexpr Bytes mostRefusalBytes(1 << 20);

}

struct ScriptDryRun::Private {
    ScriptDryRun* run = nullptr;
    DryRunRequest request;
    QString worker;
    QStringList python_words; // command that started Python
    ScriptPython python;
    ScratchFolder folder;
    QProcess process;
    QTimer patience;
    QByteArray answer; // Python's report about its torch
    QByteArray line; // incomplete last line of the output
    std::deque<std::string> last; // last lines of the output
    int rank = 0; // running or next rank
    std::optional<RankOrder> order;
    std::map<int, RankReport> waiting; // ranks that need objects
    ReadCheck check;
    QElapsedTimer running;
    qint64 first_run = 0; // in ms
    bool asking = false;
    bool cancelling = false;
    bool over = false;

    void askPython();
    void takeAnswer();
    void goOn();
    void startRank();
    void endRank(int status, bool crashed);
    void takeOutput(const QByteArray& text);
    void processEnded(int status, QProcess::ExitStatus how);
    void stopWaiting();
    void fail(const Error& error);
    void finish();
    RankReport reportWithout(int status, bool crashed) const;
    Error refusal() const;
    RankFiles files() const;
};

void ScriptDryRun::Private::fail(const Error& error)
{
    if (!std::exchange(over, true)) {
        Q_EMIT run->failed(error);
    }
}

void ScriptDryRun::Private::finish()
{
    if (!std::exchange(over, true)) {
        Q_EMIT run->finished(cancelling);
    }
}

void ScriptDryRun::Private::askPython()
{
    auto words = pythonOf(request.command);
    if (!words) {
        return fail(words.error());
    }
    python_words = *std::move(words);
    asking = true;
    process.setProcessEnvironment(environmentOf(request.command));
    patience.start(answerLimit);
    process.start(python_words.front(), python_words.mid(1) + pythonQuery());
}

void ScriptDryRun::Private::takeAnswer()
{
    asking = false;
    auto found = readPython(python_words, answer);
    if (!found) {
        return fail(found.error());
    }
    python = *std::move(found);
    if (!python.note.empty()) {
        Q_EMIT run->noted(python.note);
    }
    if (request.world >= slowWorld) {
        Q_EMIT run->noted(say(words::session::slow_world, request.world));
    }
    if (const auto written = writeDryRunFiles(files().tools); !written) {
        return fail(written.error());
    }
    for (const QString& path : {files().mail, files().temporary}) {
        if (!QDir().mkpath(path)) {
            return fail({ErrorCode::FileNotWritable, {words::session::no_folder}, path.toStdString()});
        }
    }
    goOn();
}

void ScriptDryRun::Private::goOn()
{
    if (const auto next = order->next()) {
        rank = *next;
        return startRank();
    }
    if (!waiting.empty() && order->ended() < static_cast<int>(request.ranks.size())) {
        Q_EMIT run->reported(waiting.begin()->second);
    }
    finish();
}

RankFiles ScriptDryRun::Private::files() const
{
    const bool first = rank == request.ranks.front() && !check.isCheck();
    const QString snapshot = first ? QString::fromStdString(request.snapshot) : QString();
    return {folder.filePath(QStringLiteral("tools")),
            folder.filePath(QStringLiteral("report.json")),
            folder.filePath(QStringLiteral("begun")),
            folder.filePath(QStringLiteral("mail")),
            folder.filePath(QStringLiteral("tmp")),
            folder.filePath(QStringLiteral("refusal.json")),
            snapshot};
}

void ScriptDryRun::Private::startRank()
{
    QFile::remove(files().report);
    QFile::remove(files().begun);
    QFile::remove(files().refusal);
    last.clear();
    line.clear();
    process.setProcessEnvironment(rankEnvironment(request, rank, files(), check.guess()));
    QStringList words {QStringLiteral("--dry-torch"),
                       python.torch_folder,
                       QStringLiteral("--dry-devices"),
                       QString::number(std::min(request.devices_per_node, request.world)),
                       QStringLiteral("--dry-error"),
                       files().refusal,
                       QStringLiteral("--dry"),
                       QString::fromStdString(encodeJson(request.device).dump()),
                       python.program};
    for (const std::string& argument : request.command.argumentsOf(rank % request.devices_per_node)) {
        words.append(QString::fromStdString(argument));
    }
    if (check.isFirst()) {
        Q_EMIT run->rankBegins(rank, order->ended(), static_cast<int>(request.ranks.size()));
    } else if (check.isCheck()) {
        patience.start(static_cast<int>(std::max<qint64>(leastRepeatLimit, repeatLimit * first_run)));
    }
    running.start();
    process.start(worker, words);
}

void ScriptDryRun::Private::takeOutput(const QByteArray& text)
{
    if (asking) {
        answer += text;
        return;
    }
    if (!check.isCheck()) {
        Q_EMIT run->wrote(text);
    }
    constexpr qsizetype mostOfALine = 500;
    line += text;
    for (qsizetype end = line.indexOf('\n'); end >= 0; end = line.indexOf('\n')) {
        const QByteArray whole = line.left(end).trimmed();
        line.remove(0, end + 1);
        if (whole.startsWith(notePrefix) && !check.isCheck()) {
            Q_EMIT run->noted(verbatim(whole.mid(notePrefix.size()).toStdString()));
        }
        if (!whole.isEmpty()) {
            last.push_back(whole.left(mostOfALine).toStdString());
        }
        if (last.size() > lastLines) {
            last.pop_front();
        }
    }
    if (line.size() > 2 * mostOfALine) {
        line = line.right(mostOfALine);
    }
}

// Makes the report of a rank that ended before it could write one.
RankReport ScriptDryRun::Private::reportWithout(int status, bool crashed) const
{
    RankReport report;
    report.rank = rank;
    report.world = request.world;
    report.torch = python.torch_version.toStdString();
    report.ended.how = ScriptEnd::Error;
    constexpr int signalled = 128; // plus the signal's number, as the worker reports it
    const auto withLines = [this](Message end) {
        return last.empty() ? say(words::session::printed_nothing, std::move(end))
                            : say(words::session::last_lines, std::move(end));
    };
    if (status == signalled + SIGKILL || crashed) {
        report.ended.message = words::session::script_killed;
    } else if (status > signalled) {
        const int signal = status - signalled;
        report.ended.message =
            withLines(say(words::session::script_signal, std::to_string(signal), std::string(::strsignal(signal))));
    } else if (status != 0) {
        report.ended.message = withLines(say(words::session::script_status, std::to_string(status)));
    } else if (QFile::exists(files().begun)) {
        report.ended.message = words::session::script_at_once;
    } else {
        report.ended.message = words::session::script_without_torch;
    }
    report.ended.frames.assign(last.begin(), last.end());
    return report;
}

// Returns the worker's error, or its last line if it could not write one, as in older versions.
Error ScriptDryRun::Private::refusal() const
{
    if (const auto text = readFile(files().refusal.toStdString(), mostRefusalBytes)) {
        if (auto error = readJson<Error>(*text, {})) {
            return error->code == ErrorCode::DryRunUnavailable
                ? *std::move(error)
                : Error {ErrorCode::DryRunUnavailable, {messageOf(*error)}, {}};
        }
    }
    return {ErrorCode::DryRunUnavailable,
            {last.empty() ? Message(words::session::mute_worker) : verbatim(last.back())},
            {}};
}

void ScriptDryRun::Private::endRank(int status, bool crashed)
{
    if (status == dryRunRefused && !QFile::exists(files().begun)) {
        return fail(refusal());
    }
    const std::string file = files().report.toStdString();
    RankReport report;
    if (QFile::exists(files().report)) {
        const auto text = readFile(file, mostReportBytes);
        auto read = text ? readJson<RankReport>(*text, "the report of the script") : failure(text.error());
        if (!read) {
            return fail(read.error());
        }
        report = *std::move(read);
        if (report.ended.how == ScriptEnd::Script && status != 0) { // the script caught its error and exited
            report.ended = reportWithout(status, crashed).ended;
        }
    } else {
        report = reportWithout(status, crashed);
    }
    const auto settled = check.take(std::move(report));
    if (!settled) {
        return startRank();
    }
    if (settled->ended.how == ScriptEnd::Error && settled->needs) {
        order->wait(rank, *settled->needs);
        waiting.insert_or_assign(rank, *settled);
        return goOn();
    }
    order->end(rank);
    waiting.erase(rank);
    const bool fails = settled->ended.how == ScriptEnd::Error || settled->read_matters == true;
    if (fails || order->isAsked(rank)) {
        Q_EMIT run->reported(*settled);
    }
    if (fails) {
        finish();
    } else {
        goOn();
    }
}

void ScriptDryRun::Private::processEnded(int status, QProcess::ExitStatus how)
{
    patience.stop();
    first_run = check.isCheck() ? first_run : running.elapsed();
    takeOutput(process.readAll());
    if (over) {
        return;
    }
    if (cancelling) {
        finish();
    } else if (asking) {
        takeAnswer();
    } else {
        endRank(status, how == QProcess::CrashExit);
    }
}

void ScriptDryRun::Private::stopWaiting()
{
    killGroup(process);
}

ScriptDryRun::ScriptDryRun(DryRunRequest request, QObject* parent) : QObject(parent), d(std::make_unique<Private>())
{
    d->run = this;
    d->request = std::move(request);
    d->check = ReadCheck(d->request.read_as);
    d->order.emplace(d->request.ranks,
                     [](const std::string& file) { return QFile::exists(QString::fromStdString(file)); });
    d->worker = findWorker();
    d->process.setProcessChannelMode(QProcess::MergedChannels);
    d->process.setWorkingDirectory(QString::fromStdString(d->request.folder));
    prepareChild(d->process);
    d->patience.setSingleShot(true);
    connect(&d->patience, &QTimer::timeout, this, [this] { d->stopWaiting(); });
    connect(&d->process, &QProcess::readyRead, this, [this] { d->takeOutput(d->process.readAll()); });
    connect(&d->process, &QProcess::finished, this,
            [this](int status, QProcess::ExitStatus how) { d->processEnded(status, how); });
    connect(&d->process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            d->patience.stop();
            const std::string program = d->process.program().toStdString();
            d->fail({ErrorCode::DryRunUnavailable,
                     {say(words::common::not_started, program, whyNotStarted(d->process))},
                     {}});
        }
    });
}

ScriptDryRun::~ScriptDryRun()
{
    endChild(d->process, scriptStopLimit);
}

void ScriptDryRun::start()
{
    if (d->worker.isEmpty()) {
        return d->fail({ErrorCode::WorkerMissing, {std::string("stagecraft-worker")}, {}});
    }
    if (const auto place = d->request.snapshot.empty() ? Result<void>() : requirePlaceFor(d->request.snapshot);
        !place) {
        return d->fail(place.error());
    }
    const QString script = QString::fromStdString(d->request.command.script());
    if (!script.isEmpty() && !QFileInfo::exists(QDir(QString::fromStdString(d->request.folder)).filePath(script))) {
        return d->fail({ErrorCode::FileNotReadable, {systemReason(ENOENT)}, script.toStdString()});
    }
    d->process.setStandardInputFile(QProcess::nullDevice());
    d->askPython();
}

void ScriptDryRun::cancel()
{
    if (d->over || d->cancelling) {
        return;
    }
    d->cancelling = true;
    if (d->process.state() == QProcess::NotRunning) {
        return d->finish();
    }
    d->process.terminate();
    d->patience.start(scriptStopLimit);
}

}
