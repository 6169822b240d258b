// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/childprocess.h"

#include <QProcess>

#include <csignal>
#include <sys/prctl.h>
#include <unistd.h>

namespace stagecraft {

void prepareChild(QProcess& process)
{
    // Runs between fork and exec: only calls that are safe there.
    process.setChildProcessModifier([parent = ::getpid()] {
        ::setpgid(0, 0);
        ::prctl(PR_SET_PDEATHSIG, SIGTERM);
        if (::getppid() != parent) {
            ::_exit(1); // died in between
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

void killGroup(QProcess& process)
{
    if (const qint64 leader = process.processId(); leader > 0) {
        ::kill(static_cast<pid_t>(-leader), SIGKILL);
    }
    process.kill();
}

}
