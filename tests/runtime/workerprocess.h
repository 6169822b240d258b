// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/protocol/message.h"

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace stagecraft {

// The built stagecraft-worker as a real process with pipes. The destructor kills it.
class WorkerProcess {
public:
    explicit WorkerProcess(std::vector<std::string> arguments);
    ~WorkerProcess();
    WorkerProcess(const WorkerProcess&) = delete;
    WorkerProcess& operator=(const WorkerProcess&) = delete;

    void send(const std::string& line);
    void closeInput();
    void closeOutput();
    void signal(int number);
    // Process id of the measuring process; 0 if there is none.
    pid_t measuringProcess() const;

    // Reads the next line; empty at the end of the output or after two minutes.
    std::optional<std::string> readLine();
    // Reads and decodes the next line; fails the test if it is not a message. Empty as readLine().
    std::optional<WorkerMessage> readMessage();
    // Reads messages until the first of this kind.
    template <typename Body>
    std::optional<Body> readUntil()
    {
        while (auto message = readMessage()) {
            if (const auto* body = std::get_if<Body>(&message->body)) {
                return *body;
            }
        }
        return std::nullopt;
    }
    // Reads all output and waits for the end. Returns the exit status, or minus the signal.
    int finish();

    // All messages so far.
    const std::vector<WorkerMessage>& messages() const { return m_messages; }
    template <typename Body>
    std::vector<Body> all() const
    {
        std::vector<Body> found;
        for (const WorkerMessage& message : m_messages) {
            if (const auto* body = std::get_if<Body>(&message.body)) {
                found.push_back(*body);
            }
        }
        return found;
    }

private:
    pid_t m_process = -1;
    int m_input = -1;
    int m_output = -1;
    std::string m_text;
    std::vector<WorkerMessage> m_messages;
};

}
