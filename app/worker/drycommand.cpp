// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "drycommand.h"

#include "core/base/english.h"
#include "core/base/files.h"
#include "core/dryrun/dryrunrequest.h"
#include "core/hardware/catalogue.h"
#include "core/json/codec.h"
#include "core/runtime/dryparts.h"
#include "core/words/common.h"
#include "core/words/worker.h"

#include <nlohmann/json.hpp>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <iostream>

namespace stagecraft {

namespace {

int refuseToRun(const Error& error, const std::string& file)
{
    std::cerr << "stagecraft-worker: " << describe(error) << '\n';
    if (!file.empty()) {
        (void)writeFile(file, jsonText(encodeJson(error)));
    }
    return dryRunRefused;
}

[[noreturn]] void become(const std::vector<std::string>& program, const DryLaunch& dry, int output)
{
    for (const auto& [name, value] : dry.environment()) {
        ::setenv(name.c_str(), value.c_str(), 1);
    }
    std::vector<std::string> words = program;
    std::vector<char*> pointers;
    for (std::string& word : words) {
        pointers.push_back(word.data());
    }
    pointers.push_back(nullptr);
    ::dup2(output, STDOUT_FILENO);
    ::execvp(pointers.front(), pointers.data());
    std::cerr << "stagecraft-worker: "
              << describe(say(words::common::not_started, program.front(), std::string(std::strerror(errno)))) << '\n';
    ::_exit(127);
}

pid_t running = 0;

constexpr unsigned patience = 3; // seconds until a program that ignores the signal is killed

// Forwards a signal to the program and its children. Calls only async-signal-safe functions.
void passOn(int signal)
{
    if (running > 0) {
        ::kill(-running, signal == SIGALRM ? SIGKILL : signal);
        ::alarm(patience);
    }
}

Result<DeviceType> typeOf(const std::string& type)
{
    if (type.starts_with('{')) {
        return readJson<DeviceType>(type, "--dry");
    }
    if (const CatalogueEntry* entry = catalogue().find(type)) {
        return entry->device;
    }
    return failure(ErrorCode::DeviceTypeUnknown, {type, catalogue().namesLike(type)});
}

Result<DryLaunch> launchOf(const WorkerOptions& options)
{
    const auto type = typeOf(options.dry_type);
    if (!type) {
        return failure(type.error());
    }
    DryParts parts = ownDryParts();
    if (!options.dry_torch.empty()) {
        parts.torch = options.dry_torch;
    }
    const std::string& program = options.program.front();
    const bool isFile = ::access(program.c_str(), R_OK) == 0;
    return DryLaunch::prepare(parts, *type, options.dry_devices,
                              isFile ? std::vector {program} : std::vector<std::string> {});
}

}

int runDry(const WorkerOptions& options, int output)
{
    const auto dry = launchOf(options);
    if (!dry) {
        return refuseToRun(dry.error(), options.dry_error);
    }
    // This process waits for the program, because the launch folder must be removed afterwards.
    std::signal(SIGINT, SIG_IGN);
    const pid_t parent = ::getpid();
    const pid_t child = ::fork();
    if (child == 0) {
        std::signal(SIGINT, SIG_DFL);
        ::setpgid(0, 0);
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (::getppid() != parent) {
            ::_exit(1); // the parent died before prctl()
        }
        become(options.program, *dry, output);
    }
    if (child > 0) {
        ::setpgid(child, child); // parent and child both call it; the first call takes effect
    }
    running = child;
    for (const int signal : {SIGTERM, SIGHUP, SIGALRM}) {
        std::signal(signal, passOn);
    }
    int ended = 0;
    while (child > 0 && ::waitpid(child, &ended, 0) < 0 && errno == EINTR) {}
    if (child < 0) {
        return refuseToRun({ErrorCode::DryRunUnavailable, {words::worker::no_process}, {}}, options.dry_error);
    }
    ::kill(-child, SIGKILL); // remaining children
    return WIFSIGNALED(ended) ? 128 + WTERMSIG(ended) : WEXITSTATUS(ended);
}

}
