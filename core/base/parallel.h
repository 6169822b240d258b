// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <stop_token>
#include <thread>

namespace stagecraft {

// Calls work(0) to work(count - 1), each once, on one thread per core including the caller's, and returns when all have
// ended. No new calls begin after a stop request. Calls run concurrently in any order; none may write data that another
// one uses. An exception prevents calls that have not begun and is rethrown here.
void inParallel(std::size_t count, const std::stop_token& stop, const std::function<void(std::size_t)>& work);

// Optional background work. It is skipped silently if no thread can be started or the work throws.
class BackgroundTask {
public:
    BackgroundTask() = default;
    explicit BackgroundTask(std::function<void()> work);

    void wait(); // blocks until the work and its cleanup have ended

private:
    std::jthread m_thread;
};

}
