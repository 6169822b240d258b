// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/csv.h"
#include "core/base/english.h"
#include "drycommand.h"
#include "exitstatus.h"
#include "measuringchild.h"
#include "messagewriter.h"
#include "options.h"
#include "pending.h"
#include "protocoloutput.h"
#include "requestreader.h"
#include "supervisor.h"

#include "core/runtime/probe/proberank.h"

#include <unistd.h>

#include <csignal>
#include <iostream>

namespace {

using namespace stagecraft;

int refuse(const Error& error, const std::string& job)
{
    std::cerr << "stagecraft-worker: " << describe(error) << '\n';
    MessageWriter(protocolOutput(), job).write(ErrorMessage {error});
    return exitstatus::refused;
}

int supervise(const WorkerOptions& options)
{
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN); // writing then returns an error
    if (options.request.empty() && isatty(STDIN_FILENO)) {
        std::cerr << "stagecraft-worker: waiting for a request on standard input (see --help)\n";
    }
    LineBuffer input(STDIN_FILENO);
    auto received = receiveRequest(options.request, options.trust, input);
    if (!received) {
        return refuse(received.error(), {});
    }
    WorkerRequest& request = received->request;
    forgetFailures(request);
    MessageWriter writer(protocolOutput(), request.job);
    if (!options.spool.empty()) {
        auto earlier = writer.openSpool(options.spool, options.request);
        if (!earlier) {
            return refuse(earlier.error(), request.job);
        }
        if (request.probe && earlier->probed) {
            return writer.write(ResultMessage {1, 0, false, false}) ? exitstatus::done : exitstatus::failed;
        }
        request.known.insert(request.known.end(), earlier->measurements.begin(), earlier->measurements.end());
    }
    return Supervisor(std::move(request), writer, received->explorer_listens ? &input : nullptr, options.cancel_file)
        .run();
}

void print(const std::string& text)
{
    [[maybe_unused]] const ssize_t written = ::write(protocolOutput(), text.data(), text.size());
}

}

int main(int count, char** arguments)
{
    const ParsedOptions parsed = parseOptions(count, arguments);
    if (!parsed.options) {
        std::cerr << "stagecraft-worker: " << parsed.complaint << "\n\n" << helpText();
        return exitstatus::refused;
    }
    switch (parsed.options->role) {
    case WorkerRole::ShowHelp:
        print(std::string(helpText()));
        return exitstatus::done;
    case WorkerRole::ShowVersion:
        print("stagecraft-worker " STAGECRAFT_VERSION "\n");
        return exitstatus::done;
    case WorkerRole::Measure:
        return runMeasuringChild(protocolOutput());
    case WorkerRole::ProbeRank:
        return runProbeRank(protocolOutput(), Seconds(csvNumber(parsed.options->rank_seconds).value_or(0)));
    case WorkerRole::RunDry:
        return runDry(*parsed.options, protocolOutput());
    case WorkerRole::Supervise: {
        const int status = supervise(*parsed.options);
        // All output is written. Skip the slow teardown of libtorch, so that a canceled worker ends at once.
        std::cerr.flush();
        _exit(status);
    }
    }
    return exitstatus::refused;
}
