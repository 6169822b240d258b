// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/childprocess.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

extern char** environ;

namespace stagecraft {

namespace {

tl::unexpected<Error> cannotStart(const std::string& what, int reason)
{
    return failure(ErrorCode::WorkerFailed, {what + ": " + std::strerror(reason)});
}

// A file in memory that holds `text`, positioned at its start: unlike a pipe, it takes any size without waiting for the
// reader.
int memoryFile(const std::string& text)
{
    const int file = memfd_create("input", MFD_CLOEXEC);
    std::size_t done = 0;
    while (file >= 0 && done < text.size()) {
        const ssize_t written = ::write(file, text.data() + done, text.size() - done);
        if (written <= 0) {
            ::close(file);
            return -1;
        }
        done += static_cast<std::size_t>(written);
    }
    if (file >= 0) {
        lseek(file, 0, SEEK_SET);
    }
    return file;
}

// In a group of its own, Ctrl-C in a terminal does not reach it. Signals as for a fresh program.
int spawn(pid_t& process, const std::string& program, const std::vector<std::string>& arguments, int input, int output,
          ProcessGroup group)
{
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);

    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t none;
    sigemptyset(&none);
    sigset_t defaults;
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setpgroup(&attributes, 0);
    const int own = group == ProcessGroup::Own ? POSIX_SPAWN_SETPGROUP : 0;
    posix_spawnattr_setflags(&attributes, static_cast<short>(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | own));

    std::vector<std::string> words = arguments; // posix_spawn() wants them to be changeable
    std::vector<char*> pointers;
    for (std::string& word : words) {
        pointers.push_back(word.data());
    }
    pointers.push_back(nullptr);
    const int status = posix_spawnp(&process, program.c_str(), &actions, &attributes, pointers.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return status;
}

}

Result<ChildProcess> ChildProcess::start(const std::string& program, const std::vector<std::string>& arguments,
                                         const std::string& input, ProcessGroup group)
{
    const int file = memoryFile(input);
    if (file < 0) {
        return cannotStart("the request cannot be handed on", errno);
    }
    std::array<int, 2> ends {};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) {
        const int reason = errno;
        ::close(file);
        return cannotStart("no pipe", reason);
    }
    pid_t process = -1;
    const int status = spawn(process, program, arguments, file, ends[1], group);
    ::close(file);
    ::close(ends[1]);
    if (status != 0) {
        ::close(ends[0]);
        return cannotStart(arguments.front() + " cannot be started", status);
    }
    return ChildProcess(process, ends[0], group);
}

ChildProcess::ChildProcess(pid_t process, int output, ProcessGroup group)
    : m_process(process), m_output(output), m_group(group)
{
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : m_process(std::exchange(other.m_process, -1)), m_output(std::exchange(other.m_output, -1)), m_group(other.m_group)
{
}

ChildProcess::~ChildProcess()
{
    if (m_process > 0) {
        kill();
        wait();
    }
    if (m_output >= 0) {
        ::close(m_output);
    }
}

void ChildProcess::kill()
{
    if (m_process > 0) {
        ::kill(m_group == ProcessGroup::Own ? -m_process : m_process, SIGKILL);
    }
}

int ChildProcess::wait()
{
    int status = 0;
    while (waitpid(m_process, &status, 0) < 0 && errno == EINTR) {}
    m_process = -1;
    return status;
}

}
