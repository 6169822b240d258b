// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace stagecraft {

namespace {

// State shared by the threads.
class Calls {
public:
    Calls(std::size_t count, const std::stop_token& stop, const std::function<void(std::size_t)>& work)
        : m_count(count), m_stop(stop), m_work(work)
    {
    }

    void run()
    {
        try {
            for (std::size_t i = m_next++; i < m_count && !m_stop.stop_requested(); i = m_next++) {
                m_work(i);
            }
        } catch (...) {
            const std::lock_guard lock(m_mutex);
            m_thrown = m_thrown ? m_thrown : std::current_exception();
            m_next = m_count;
        }
    }

    void rethrow() const
    {
        if (m_thrown) {
            std::rethrow_exception(m_thrown);
        }
    }

private:
    std::size_t m_count;
    const std::stop_token& m_stop;
    const std::function<void(std::size_t)>& m_work;
    std::atomic<std::size_t> m_next = 0;
    std::mutex m_mutex;
    std::exception_ptr m_thrown;
};

}

void inParallel(std::size_t count, const std::stop_token& stop, const std::function<void(std::size_t)>& work)
{
    Calls calls(count, stop, work);
    {
        const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
        std::vector<std::jthread> others;
        try {
            for (std::size_t i = 1; i < std::min(cores, count); ++i) {
                others.emplace_back([&calls] { calls.run(); });
            }
        } catch (const std::system_error&) { // no more threads available: the existing ones do the work
        }
        calls.run();
    }
    calls.rethrow();
}

BackgroundTask::BackgroundTask(std::function<void()> work)
{
    try {
        m_thread = std::jthread([work = std::move(work)] {
            try {
                work();
            } catch (...) { // NOLINT(bugprone-empty-catch): optional work, see the header
            }
        });
    } catch (const std::system_error&) { // NOLINT(bugprone-empty-catch)
    }
}

void BackgroundTask::wait()
{
    if (m_thread.joinable()) {
        m_thread.join();
    }
}

}
