// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/bench/windowtimes.h"

#include <QProcess>

#include <sys/resource.h>

namespace stagecraft::bench {

// Processor time of all child processes that have ended, in seconds.
inline double childrenSeconds()
{
    rusage used {};
    getrusage(RUSAGE_CHILDREN, &used);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
    };
    return seconds(used.ru_utime) + seconds(used.ru_stime);
}

// Measures the time from process start to the first paint of the window.
inline void startTimes(const QStringList& arguments, const char* what)
{
    constexpr int runs = 10;
    Times times;
    for (int run = -2; run < runs; ++run) { // the first two runs fill the file cache
        QProcess process;
        process.setProcessChannelMode(QProcess::SeparateChannels);
        const double processor = childrenSeconds();
        const Moment begin;
        process.start(QStringLiteral(PROGRAM_FOLDER "/stagecraft"),
                      QStringList {QStringLiteral("--quit-once-painted")} + arguments);
        if (!process.waitForReadyRead(60000)) {
            std::fprintf(stderr, "the window does not start: %s\n", process.readAllStandardError().constData());
            std::exit(1);
        }
        Moment spent = Moment() - begin;
        process.waitForFinished();
        spent.thread = spent.process = childrenSeconds() - processor; // measured when the process has ended
        if (run >= 0) {
            times.add(spent);
        }
    }
    times.print(what);
}

}
