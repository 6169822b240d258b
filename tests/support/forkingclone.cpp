// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdarg>
#include <sched.h>

// Replacement of clone() for builds with the thread sanitizer. After a child that shares its parent's memory, as
// QProcess starts them, GCC 12's sanitizer ignores the calling thread in the parent too: everything that thread passes
// on then looks like a race. This clone() gives the child a copy of the memory.
extern "C" int clone(int (*function)(void*), void* /*stack*/, int flags, void* argument, ...)
{
    va_list rest;
    va_start(rest, argument);
    int* const descriptor = va_arg(rest, int*);
    va_end(rest);
    const pid_t child = fork();
    if (child == 0) {
        _exit(function(argument));
    }
    if (child > 0 && (flags & CLONE_PIDFD) != 0) {
        *descriptor = static_cast<int>(syscall(SYS_pidfd_open, child, 0));
    }
    return child;
}
