// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "protocoloutput.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace stagecraft {

namespace {

constinit int savedOutput = -1;

// Runs before the constructors of all libraries, so it may use only raw system calls.
__attribute__((no_sanitize("address", "undefined"))) void moveStandardOutput(int, char**, char**)
{
    savedOutput = static_cast<int>(syscall(SYS_fcntl, STDOUT_FILENO, F_DUPFD_CLOEXEC, 3));
    if (savedOutput >= 0) {
        syscall(SYS_dup3, STDERR_FILENO, STDOUT_FILENO, 0);
    }
}

__attribute__((section(".preinit_array"), used)) void (*const beforeLibraries)(int, char**,
                                                                               char**) = moveStandardOutput;

}

int protocolOutput()
{
    return savedOutput;
}

}
