// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <sys/types.h>

#include <map>
#include <string>
#include <vector>

namespace stagecraft {

// Runs this program itself, also after its file was replaced.
inline constexpr const char* thisProgram = "/proc/self/exe";

// Whom a signal to the child reaches: it leads a group of its own, or stays in that of its parent. One that stays is
// killed when the thread that started it ends, however that comes: a launcher such as mpiexec would live on.
enum class ProcessGroup { Own, Parents };

// A process with its standard output in a pipe. Killed when destroyed.
class ChildProcess {
public:
    // `program`: looked up in PATH if it has no slash. `arguments`: the first is the name that the program is to see.
    // `input` is all that the child finds on its standard input. `environment`: variables that the child has beside, or
    // instead of, its parent's. Errors: WorkerFailed.
    static Result<ChildProcess> start(const std::string& program, const std::vector<std::string>& arguments,
                                      const std::string& input, ProcessGroup group,
                                      const std::map<std::string, std::string>& environment = {});

    ChildProcess(ChildProcess&& other) noexcept;
    ChildProcess& operator=(ChildProcess&&) = delete;
    ~ChildProcess();

    // Readable end of the child's standard output.
    int output() const { return m_output; }
    // With all that are in its group, if that is its own.
    void kill();
    // Waits for the end and gives the status as waitpid() does.
    int wait();

private:
    ChildProcess(pid_t process, int output, ProcessGroup group);

    pid_t m_process;
    int m_output;
    ProcessGroup m_group;
};

}
