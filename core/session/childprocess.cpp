// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/childprocess.h"

#include "core/base/systemreason.h"
#include "core/words/session.h"

#include <QProcess>

#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>
#include <utility>

namespace stagecraft {

namespace {

// File descriptors needed for pipes to a process and for starting it.
constexpr std::size_t neededFiles = 10;

// Returns 0 if that many more files can be opened, else errno.
int whyNoMoreFiles()
{
    std::array<int, neededFiles> files {};
    files.fill(-1);
    int why = 0;
    for (int& file : files) {
        file = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
        if (file < 0) {
            why = errno;
            break;
        }
    }
    for (const int file : files) {
        if (file >= 0) {
            ::close(file);
        }
    }
    return why;
}

}

// If pipes cannot be made, Qt reports the reason of an earlier call.
Message whyNotStarted(const QProcess& process)
{
    const int why = whyNoMoreFiles();
    return why == EMFILE || why == ENFILE ? systemReason(why) : verbatim(process.errorString().toStdString());
}

void prepareChild(QProcess& process)
{
    // Runs between fork and exec: only async-signal-safe calls.
    process.setChildProcessModifier([parent = ::getpid()] {
        ::setpgid(0, 0);
        ::prctl(PR_SET_PDEATHSIG, SIGTERM);
        if (::getppid() != parent) {
            ::_exit(1); // the parent died in between
        }
    });
}

void endChild(QProcess& process, int patience)
{
    process.disconnect();
    if (process.state() == QProcess::NotRunning) {
        return;
    }
    process.terminate();
    if (!process.waitForFinished(patience)) {
        killGroup(process);
        process.waitForFinished(patience);
    }
}

Message withMemoryLimit(Message end)
{
    for (const auto& [resource, option] : {std::pair {RLIMIT_AS, "-v"}, std::pair {RLIMIT_DATA, "-d"}}) {
        rlimit limit {};
        if (getrlimit(resource, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
            const Bytes bytes(static_cast<std::int64_t>(limit.rlim_cur));
            return say(words::session::memory_limited, std::move(end), bytes, std::string(option));
        }
    }
    return end;
}

void killGroup(QProcess& process)
{
    if (const qint64 leader = process.processId(); leader > 0) {
        ::kill(static_cast<pid_t>(-leader), SIGKILL);
    }
    process.kill();
}

}
