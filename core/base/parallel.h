// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <stop_token>
#include <thread>

namespace stagecraft {

// Calls work(0) to work(count - 1), each once, on as many threads as there are cores, the caller's among them, and
// returns when all have ended. Once a stop is asked for no others begin. The calls run side by side, in any order: none
// may write to what another one uses. An exception ends those that have not begun, and comes out here.
void inParallel(std::size_t count, const std::stop_token& stop, const std::function<void(std::size_t)>& work);

// Work beside what its maker does, of which nothing has to come: where there is no thread for it, or it throws, it is
// left out.
class BackgroundTask {
public:
    BackgroundTask() = default;
    explicit BackgroundTask(std::function<void()> work);

    void wait(); // until it has ended, as its end does, too

private:
    std::jthread m_thread;
};

}
