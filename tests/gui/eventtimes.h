// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QApplication>
#include <QEvent>
#include <QString>
#include <QThread>

#include <algorithm>
#include <ctime>

namespace stagecraft::test {

inline double clockSeconds(clockid_t clock)
{
    timespec now {};
    clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

// Seconds of wall time, processor time of this thread, and processor time of all threads.
struct Moment {
    double wall = clockSeconds(CLOCK_MONOTONIC);
    double thread = clockSeconds(CLOCK_THREAD_CPUTIME_ID);
    double process = clockSeconds(CLOCK_PROCESS_CPUTIME_ID);
};

inline Moment operator-(const Moment& a, const Moment& b)
{
    return {a.wall - b.wall, a.thread - b.thread, a.process - b.process};
}

// Measures the time of each event in the GUI thread. Processor time of the thread excludes other programs on a busy
// machine.
class MeasuringApplication : public QApplication {
public:
    using QApplication::QApplication;

    static MeasuringApplication& instance() { return *static_cast<MeasuringApplication*>(QApplication::instance()); }

    bool notify(QObject* receiver, QEvent* event) override
    {
        if (m_depth > 0 || QThread::currentThread() != thread()) {
            return QApplication::notify(receiver, event);
        }
        const QEvent::Type type = event->type();
        const char* const to = receiver->metaObject()->className(); // the event may delete the receiver
        const Moment begin;
        ++m_depth;
        const bool done = QApplication::notify(receiver, event);
        --m_depth;
        const Moment end;
        const Moment spent = end - begin;
        if (type == QEvent::UpdateRequest) {
            lastPaint = end;
        }
        if (spent.thread > longest.thread) {
            longest.thread = spent.thread;
            longestWhat = QStringLiteral("%1 to %2").arg(type).arg(QLatin1String(to));
        }
        longest.wall = std::max(longest.wall, spent.wall);
        return done;
    }

    // Longest time of an event, for each kind of time separately.
    Moment longest {0, 0, 0};
    QString longestWhat; // by processor time
    Moment lastPaint; // end of the last paint

    void forget()
    {
        longest = {0, 0, 0};
        longestWhat.clear();
    }

private:
    int m_depth = 0;
};

}
