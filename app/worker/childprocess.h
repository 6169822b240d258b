// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <sys/types.h>

#include <string>

namespace stagecraft {

// This program again, as the measuring process, with its standard output in a pipe. Killed when destroyed.
class ChildProcess {
public:
    // `input` is all that the child finds on its standard input. Errors: WorkerFailed.
    static Result<ChildProcess> start(const std::string& input);

    ChildProcess(ChildProcess&& other) noexcept;
    ChildProcess& operator=(ChildProcess&&) = delete;
    ~ChildProcess();

    // Readable end of the child's standard output.
    int output() const { return m_output; }
    void kill();
    // Waits for the end and gives the status as waitpid() does.
    int wait();

private:
    ChildProcess(pid_t process, int output);

    pid_t m_process;
    int m_output;
};

}
