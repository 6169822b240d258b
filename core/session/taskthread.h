// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace stagecraft {

// A thread that runs tasks one after another in the order of submission. It also destroys them.
class TaskThread {
public:
    TaskThread();
    ~TaskThread(); // runs the remaining tasks, then joins
    TaskThread(const TaskThread&) = delete;
    TaskThread& operator=(const TaskThread&) = delete;

    // Thread-safe.
    void run(std::function<void()> task);
    // Like run(), but replaces the last task if that was also submitted by runInstead() and has not started. The
    // replaced task is destroyed in the caller's thread. Keeps successive versions of the same work from piling up on a
    // slow thread.
    void runInstead(std::function<void()> task);

private:
    struct Task {
        std::function<void()> function;
        bool replaceable = false;
    };
    void loop();

    std::mutex m_mutex;
    std::condition_variable m_wake;
    std::deque<Task> m_tasks;
    bool m_closing = false;
    std::thread m_thread;
};

}
