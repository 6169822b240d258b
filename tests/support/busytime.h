// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QTimer>

#include <algorithm>
#include <ctime>

namespace stagecraft::test {

// Measures the longest time that the GUI thread works without processing events during its lifetime. Processor time of
// the thread, so other programs do not count.
class BusyTime : public QObject {
public:
    BusyTime()
    {
        m_timer.setInterval(0);
        connect(&m_timer, &QTimer::timeout, this, &BusyTime::look);
        m_last = now();
        m_timer.start();
    }
    double longest() // ms
    {
        look();
        return m_longest;
    }

private:
    static double now()
    {
        timespec time {};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
    }
    void look()
    {
        const double time = now();
        m_longest = std::max(m_longest, time - m_last);
        m_last = time;
    }

    QTimer m_timer;
    double m_last = 0;
    double m_longest = 0;
};

}
