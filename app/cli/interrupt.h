// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <stop_token>
#include <thread>

namespace stagecraft {

// Turns the first Ctrl-C (SIGINT) or SIGTERM into a request to stop; another one more than half a second later ends the
// program as usual. One a program.
class Interrupt {
public:
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    // Requests come on a thread of their own: callbacks must be safe there.
    std::stop_token token() const { return m_source.get_token(); }

private:
    std::stop_source m_source;
    std::thread m_watcher;
};

// The token of the program's Interrupt; an empty one while there is none.
std::stop_token interruptToken();

// As long as it lives, a request to stop ends the program at once, with the exit code that `farewell` gives; one that
// came before, when it is made. For long work that does not ask whether it should stop and that leaves nothing behind:
// no files, no processes. `farewell` runs on the thread of the requests.
class EndsAtOnce {
public:
    EndsAtOnce(const Interrupt& interrupt, std::function<int()> farewell);

private:
    std::stop_callback<std::function<void()>> m_callback;
};

}
