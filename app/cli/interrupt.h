// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <stop_token>
#include <thread>

namespace stagecraft {

// Turns the first Ctrl-C (SIGINT) or SIGTERM into a request to stop; another one more than half a second later ends the
// program as usual. At most one instance.
class Interrupt {
public:
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    // Callbacks run on a separate thread and must be safe there.
    std::stop_token token() const { return m_source.get_token(); }

private:
    std::stop_source m_source;
    std::thread m_watcher;
};

// The token of the program's Interrupt; an empty one while there is none.
std::stop_token interruptToken();

// During its lifetime a request to stop ends the program at once with the exit code of `farewell`; an earlier request
// does so on construction. For long work that does not poll the stop token and leaves no files or processes behind.
// `farewell` runs on the thread of the requests.
class EndsAtOnce {
public:
    EndsAtOnce(const Interrupt& interrupt, std::function<int()> farewell);

private:
    std::stop_callback<std::function<void()>> m_callback;
};

}
