// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/taskthread.h"

#include <utility>

namespace stagecraft {

TaskThread::TaskThread() : m_thread([this] { loop(); }) {}

TaskThread::~TaskThread()
{
    {
        const std::lock_guard lock(m_mutex);
        m_closing = true;
    }
    m_wake.notify_one();
    m_thread.join();
}

void TaskThread::run(std::function<void()> task)
{
    {
        const std::lock_guard lock(m_mutex);
        m_tasks.push_back({std::move(task), false});
    }
    m_wake.notify_one();
}

void TaskThread::runInstead(std::function<void()> task)
{
    {
        const std::lock_guard lock(m_mutex);
        if (!m_tasks.empty() && m_tasks.back().replaceable) {
            m_tasks.back().function.swap(task);
        } else {
            m_tasks.push_back({std::move(task), true});
        }
    }
    m_wake.notify_one();
}

void TaskThread::loop()
{
    for (;;) {
        std::unique_lock lock(m_mutex);
        m_wake.wait(lock, [this] { return m_closing || !m_tasks.empty(); });
        if (m_tasks.empty()) {
            return;
        }
        const std::function<void()> task = std::move(m_tasks.front().function);
        m_tasks.pop_front();
        lock.unlock();
        task();
    }
}

}
