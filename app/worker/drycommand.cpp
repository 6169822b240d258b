// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "drycommand.h"

#include "core/hardware/catalogue.h"
#include "core/runtime/dryparts.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <iostream>

namespace stagecraft {

namespace {

constexpr int cannotStart = 2;

int refuseToRun(const Error& error)
{
    std::cerr << "stagecraft-worker: " << describe(error) << '\n';
    return cannotStart;
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
    std::cerr << "stagecraft-worker: " << program.front() << " cannot be started: " << std::strerror(errno) << '\n';
    ::_exit(127);
}

}

int runDry(const std::string& type, const std::vector<std::string>& program, int output)
{
    const CatalogueEntry* entry = catalogue().find(type);
    if (entry == nullptr) {
        return refuseToRun({ErrorCode::DeviceTypeUnknown, {type, catalogue().namesLike(type)}, {}});
    }
    const bool isFile = ::access(program.front().c_str(), R_OK) == 0;
    const auto dry = DryLaunch::prepare(ownDryParts(), entry->device, 1,
                                        isFile ? std::vector {program.front()} : std::vector<std::string> {});
    if (!dry) {
        return refuseToRun(dry.error());
    }
    // Whoever wants the program to end ends it: the folder of the launch has to be removed after it.
    std::signal(SIGINT, SIG_IGN);
    const pid_t child = ::fork();
    if (child == 0) {
        std::signal(SIGINT, SIG_DFL);
        become(program, *dry, output);
    }
    int ended = 0;
    while (child > 0 && ::waitpid(child, &ended, 0) < 0 && errno == EINTR) {}
    if (child < 0) {
        std::cerr << "stagecraft-worker: no process can be started\n";
        return cannotStart;
    }
    return WIFSIGNALED(ended) ? 128 + WTERMSIG(ended) : WEXITSTATUS(ended);
}

}
