// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace stagecraft {

// A thread that runs tasks one after another, in the order in which they were given. What it runs is destroyed on it,
// too.
class TaskThread {
public:
    TaskThread();
    ~TaskThread(); // runs what is left, then joins
    TaskThread(const TaskThread&) = delete;
    TaskThread& operator=(const TaskThread&) = delete;

    // Safe from any thread.
    void run(std::function<void()> task);
    // As run(), but in place of the task given last if that came this way too and still waits. That one is destroyed
    // here. So what each task makes of the same thing never piles up where the thread is slow.
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
