// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <sys/types.h>

#include <map>
#include <string>
#include <vector>

namespace stagecraft {

// Path for running this program itself, even after its file was replaced.
inline constexpr const char* thisProgram = "/proc/self/exe";

// Process group of a child, which determines the reach of signals. Own: the child leads a new group. Parents: it stays
// in its parent's group and is killed when the thread that started it ends for any reason, since a launcher such as
// mpiexec would survive.
enum class ProcessGroup { Own, Parents };

// A process with its standard output in a pipe. Killed when destroyed.
class ChildProcess {
public:
    // Starts a program. `program` is looked up in PATH if it has no slash. `arguments` begins with argv[0]. `input` is
    // the child's entire standard input. `environment`: variables added to, or replacing, the parent's. Errors:
    // WorkerFailed.
    static Result<ChildProcess> start(const std::string& program, const std::vector<std::string>& arguments,
                                      const std::string& input, ProcessGroup group,
                                      const std::map<std::string, std::string>& environment = {});

    ChildProcess(ChildProcess&& other) noexcept;
    ChildProcess& operator=(ChildProcess&&) = delete;
    ~ChildProcess();

    // Readable end of the child's standard output.
    int output() const { return m_output; }
    // Kills the child, including its group with ProcessGroup::Own.
    void kill();
    // Waits for the end and returns the status as waitpid() does.
    int wait();

private:
    ChildProcess(pid_t process, int output, ProcessGroup group);

    pid_t m_process;
    int m_output;
    ProcessGroup m_group;
};

}
