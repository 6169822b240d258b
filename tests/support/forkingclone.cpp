// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdarg>
#include <sched.h>

// For builds with the thread sanitizer, which stands in for clone(). In a child that shares its parent's memory, as
// QProcess starts them, GCC 12's stops looking at the calling thread, and does not begin again in the parent: from the
// first process on everything that thread hands over looks like a race. Here the child gets memory of its own.
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
