// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "workerprocess.h"

#include "testing.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <fstream>

extern char** environ;

namespace stagecraft {

WorkerProcess::WorkerProcess(std::vector<std::string> arguments)
{
    std::signal(SIGPIPE, SIG_IGN);
    std::array<int, 2> input {};
    std::array<int, 2> output {};
    REQUIRE(pipe2(input.data(), O_CLOEXEC) == 0);
    REQUIRE(pipe2(output.data(), O_CLOEXEC) == 0);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output[1], STDOUT_FILENO);
    arguments.insert(arguments.begin(), PROGRAM_FOLDER "/stagecraft-worker");
    std::vector<char*> pointers;
    for (std::string& argument : arguments) {
        pointers.push_back(argument.data());
    }
    pointers.push_back(nullptr);
    REQUIRE(posix_spawn(&m_process, pointers[0], &actions, nullptr, pointers.data(), environ) == 0);
    posix_spawn_file_actions_destroy(&actions);
    ::close(input[0]);
    ::close(output[1]);
    m_input = input[1];
    m_output = output[0];
}

WorkerProcess::~WorkerProcess()
{
    closeInput();
    closeOutput();
    if (m_process > 0) {
        ::kill(m_process, SIGKILL);
        waitpid(m_process, nullptr, 0);
    }
}

void WorkerProcess::send(const std::string& line)
{
    const std::string text = line + "\n";
    REQUIRE(::write(m_input, text.data(), text.size()) == static_cast<ssize_t>(text.size()));
}

void WorkerProcess::closeInput()
{
    if (m_input >= 0) {
        ::close(std::exchange(m_input, -1));
    }
}

void WorkerProcess::closeOutput()
{
    if (m_output >= 0) {
        ::close(std::exchange(m_output, -1));
    }
}

void WorkerProcess::signal(int number)
{
    ::kill(m_process, number);
}

pid_t WorkerProcess::measuringProcess() const
{
    const std::string process = std::to_string(m_process);
    std::ifstream file("/proc/" + process + "/task/" + process + "/children");
    pid_t child = 0;
    return file >> child ? child : 0;
}

std::optional<std::string> WorkerProcess::readLine()
{
    constexpr int patience = 120000; // ms
    while (true) {
        const std::size_t end = m_text.find('\n');
        if (end != std::string::npos) {
            std::string line = m_text.substr(0, end);
            m_text.erase(0, end + 1);
            return line;
        }
        pollfd event {m_output, POLLIN, 0};
        std::array<char, 4096> chunk {};
        if (m_output < 0 || ::poll(&event, 1, patience) <= 0) {
            return std::nullopt;
        }
        const ssize_t count = ::read(m_output, chunk.data(), chunk.size());
        if (count <= 0) {
            return std::nullopt;
        }
        m_text.append(chunk.data(), static_cast<std::size_t>(count));
    }
}

std::optional<WorkerMessage> WorkerProcess::readMessage()
{
    const auto line = readLine();
    if (!line) {
        return std::nullopt;
    }
    const auto message = decodeMessage(*line);
    if (!message) {
        FAIL("not a message: " << *line);
    }
    m_messages.push_back(*message);
    return *message;
}

int WorkerProcess::finish()
{
    while (readMessage()) {}
    int status = 0;
    REQUIRE(waitpid(m_process, &status, 0) == m_process);
    m_process = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

}
