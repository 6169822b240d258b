// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/childprocess.h"

#include "core/words/common.h"
#include "core/words/worker.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

namespace stagecraft {

namespace {

std::string textOf(int reason)
{
    return std::strerror(reason);
}

// Returns an in-memory file with `text`, positioned at its start: unlike a pipe, it accepts any size without waiting
// for the reader.
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

std::vector<char*> nullTerminated(std::vector<std::string>& words)
{
    std::vector<char*> pointers;
    for (std::string& word : words) {
        pointers.push_back(word.data());
    }
    pointers.push_back(nullptr);
    return pointers;
}

// Returns this process's environment with some variables set.
std::vector<std::string> withVariables(const std::map<std::string, std::string>& set)
{
    std::vector<std::string> all;
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string text = *entry;
        if (!set.contains(text.substr(0, text.find('=')))) {
            all.push_back(text);
        }
    }
    for (const auto& [name, value] : set) {
        all.push_back(name + "=" + value);
    }
    return all;
}

// Runs in the child between fork and exec, with async-signal-safe calls only. Returns if the program cannot be run.
void become(const std::string& program, char* const* arguments, char* const* environment, int input, int output,
            ProcessGroup group, pid_t parent)
{
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    for (const int ignored : {SIGPIPE, SIGXFSZ}) { // ignored in this process; programs would inherit that
        ::signal(ignored, SIG_DFL);
    }
    if (group == ProcessGroup::Own) {
        ::setpgid(0, 0); // keeps Ctrl-C in a terminal from reaching it
    } else {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL); // a launcher would survive for seconds
        if (::getppid() != parent) {
            ::_exit(1); // the parent died in between
        }
    }
    if (::dup2(input, STDIN_FILENO) >= 0 && ::dup2(output, STDOUT_FILENO) >= 0) {
        ::execvpe(program.c_str(), arguments, environment);
    }
}

// Returns 0 once the program runs, else errno.
int spawn(pid_t& process, const std::string& program, const std::vector<std::string>& arguments,
          const std::map<std::string, std::string>& environment, int input, int output, ProcessGroup group)
{
    std::vector<std::string> words = arguments; // execvpe() needs mutable strings
    std::vector<std::string> variables = withVariables(environment);
    const std::vector<char*> pointers = nullTerminated(words);
    const std::vector<char*> settings = nullTerminated(variables);
    std::array<int, 2> report {}; // closed by exec
    if (pipe2(report.data(), O_CLOEXEC) != 0) {
        return errno;
    }
    const pid_t parent = ::getpid();
    process = ::fork();
    if (process == 0) {
        become(program, pointers.data(), settings.data(), input, output, group, parent);
        const int reason = errno;
        [[maybe_unused]] const auto reported = ::write(report[1], &reason, sizeof reason);
        ::_exit(127);
    }
    int reason = process < 0 ? errno : 0;
    ::close(report[1]);
    while (process > 0 && ::read(report[0], &reason, sizeof reason) < 0 && errno == EINTR) {}
    ::close(report[0]);
    if (process > 0 && reason != 0) {
        waitpid(process, nullptr, 0);
    }
    return reason;
}

}

Result<ChildProcess> ChildProcess::start(const std::string& program, const std::vector<std::string>& arguments,
                                         const std::string& input, ProcessGroup group,
                                         const std::map<std::string, std::string>& environment)
{
    const int file = memoryFile(input);
    if (file < 0) {
        return failure(ErrorCode::WorkerFailed, {say(words::worker::request_not_handed_on, textOf(errno))});
    }
    std::array<int, 2> ends {};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) {
        const int reason = errno;
        ::close(file);
        return failure(ErrorCode::WorkerFailed, {say(words::worker::no_pipe, textOf(reason))});
    }
    pid_t process = -1;
    const int status = spawn(process, program, arguments, environment, file, ends[1], group);
    ::close(file);
    ::close(ends[1]);
    if (status != 0) {
        ::close(ends[0]);
        return failure(ErrorCode::WorkerFailed, {say(words::common::not_started, arguments.front(), textOf(status))});
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
