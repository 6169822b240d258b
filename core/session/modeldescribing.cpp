// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/modeldescribing.h"

#include "core/base/files.h"
#include "core/session/childprocess.h"
#include "core/session/describetool.h"
#include "core/session/scratchfolder.h"
#include "core/words/session.h"

#include <QProcess>
#include <QTimer>

#include <csignal>
#include <cstring>

namespace stagecraft {

namespace {

constexpr int stopLimit = 5'000; // ms from SIGTERM to SIGKILL
constexpr char messageMark = '@'; // first character of a message line

nlohmann::json optionsOf(const DescribingRequest& request)
{
    return {{"source", request.source},
            {"output", request.output},
            {"sequence", request.sequence},
            {"attention", request.attention},
            {"dropout", request.dropout}};
}

// Lines printed by the model's code may begin like a message.
bool isMessage(const nlohmann::json& line)
{
    const auto has = [&](const char* key, auto fits) { return line.contains(key) && fits(line[key]); };
    return line.is_object()
        && (has("refused", [](const auto& why) { return why.is_string(); })
            || has("found", [](const auto& chain) { return chain.is_object(); })
            || has("progress",
                   [](const auto& share) {
                       return share.is_array() && share.size() == 2 && share[0].is_number_integer()
                           && share[1].is_number_integer();
                   })
            || line.contains("written"));
}

// Qt reports a signal's number as the status of a crash.
Message endOf(const std::string& program, int status, QProcess::ExitStatus how, const QByteArray& last_line)
{
    const std::string number = std::to_string(status);
    if (how != QProcess::CrashExit) {
        return last_line.isEmpty()
            ? say(words::session::describer_ended, program, number)
            : say(words::session::describer_ended_saying, program, number, last_line.toStdString());
    }
    return status == SIGKILL ? say(words::session::describer_killed, program)
                             : say(words::session::describer_signal, program, number, std::string(::strsignal(status)));
}

}

struct ModelDescribing::Private {
    ModelDescribing* describing = nullptr;
    DescribingRequest request;
    ScratchFolder folder;
    QProcess process;
    QTimer patience;
    QByteArray unread; // incomplete last line of the output
    QByteArray lastLine; // last line printed by the model's code
    bool written = false;
    bool cancelling = false;
    bool over = false;

    void fail(const Error& error);
    void refuse(Argument why) { fail({ErrorCode::ModelUndescribable, {std::move(why)}, request.source}); }
    void takeOutput();
    void takeLine(const QByteArray& line);
    void takeMessage(const nlohmann::json& message);
    void processEnded(int status, QProcess::ExitStatus how);
};

void ModelDescribing::Private::fail(const Error& error)
{
    if (!std::exchange(over, true)) {
        Q_EMIT describing->failed(error);
    }
}

void ModelDescribing::Private::takeOutput()
{
    unread += process.readAll();
    for (qsizetype end = unread.indexOf('\n'); end >= 0; end = unread.indexOf('\n')) {
        const QByteArray line = unread.left(end);
        unread.remove(0, end + 1);
        takeLine(line);
    }
}

void ModelDescribing::Private::takeLine(const QByteArray& line)
{
    if (over || line.isEmpty()) {
        return;
    }
    if (line.front() == messageMark) {
        const auto message = nlohmann::json::parse(line.begin() + 1, line.end(), nullptr, /*allow_exceptions=*/false);
        if (isMessage(message)) {
            return takeMessage(message);
        }
    }
    lastLine = line;
    Q_EMIT describing->wrote(line + '\n');
}

void ModelDescribing::Private::takeMessage(const nlohmann::json& message)
{
    if (message.contains("refused")) {
        refuse(message.value("refused", std::string()));
    } else if (message.contains("found")) {
        Q_EMIT describing->found(message["found"]);
    } else if (message.contains("progress")) {
        Q_EMIT describing->progressed(message["progress"].at(0).get<int>(), message["progress"].at(1).get<int>());
    } else {
        written = written || message.contains("written");
    }
}

void ModelDescribing::Private::processEnded(int status, QProcess::ExitStatus how)
{
    patience.stop();
    takeOutput();
    if (over) {
        return;
    }
    if (!cancelling && !written) {
        return refuse(endOf(request.python, status, how, lastLine));
    }
    over = true;
    Q_EMIT describing->finished(cancelling && !written);
}

ModelDescribing::ModelDescribing(DescribingRequest request, QObject* parent)
    : QObject(parent), d(std::make_unique<Private>())
{
    d->describing = this;
    d->request = std::move(request);
    d->process.setProcessChannelMode(QProcess::MergedChannels);
    prepareChild(d->process);
    d->patience.setSingleShot(true);
    connect(&d->patience, &QTimer::timeout, this, [this] { killGroup(d->process); });
    connect(&d->process, &QProcess::readyRead, this, [this] { d->takeOutput(); });
    connect(&d->process, &QProcess::finished, this,
            [this](int status, QProcess::ExitStatus how) { d->processEnded(status, how); });
    connect(&d->process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            d->refuse(say(words::session::describer_not_started, d->request.python, whyNotStarted(d->process)));
        }
    });
}

ModelDescribing::~ModelDescribing()
{
    endChild(d->process, stopLimit);
}

void ModelDescribing::start()
{
    if (const auto place = requirePlaceFor(d->request.output); !place) {
        return d->fail(place.error());
    }
    if (const auto tool = writeDescribeTool(d->folder.path()); !tool) {
        return d->fail(tool.error());
    }
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    const QString path = environment.value(QStringLiteral("PYTHONPATH"));
    environment.insert(QStringLiteral("PYTHONPATH"),
                       path.isEmpty() ? d->folder.path() : d->folder.path() + u':' + path);
    environment.insert(QStringLiteral("CUDA_VISIBLE_DEVICES"), QString()); // the meta device suffices
    d->process.setProcessEnvironment(environment);
    d->process.start(QString::fromStdString(d->request.python),
                     {QStringLiteral("-m"), QStringLiteral("stagecraft_describe"),
                      QString::fromStdString(optionsOf(d->request).dump())});
}

void ModelDescribing::write()
{
    d->process.write("write\n");
}

void ModelDescribing::cancel()
{
    if (d->over || d->cancelling) {
        return;
    }
    d->cancelling = true;
    if (d->process.state() == QProcess::NotRunning) {
        d->over = true;
        Q_EMIT finished(true);
        return;
    }
    d->process.terminate();
    d->patience.start(stopLimit);
}

}
