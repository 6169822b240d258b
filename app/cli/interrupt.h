// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <stop_token>
#include <thread>

namespace stagecraft {

// Turns the first Ctrl-C (SIGINT) or SIGTERM into a stop request; another signal more than half a second later
// terminates the program as usual. At most one instance.
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

// Token of the program's Interrupt; without an instance a token that never requests a stop.
std::stop_token interruptToken();

// During its lifetime a stop request terminates the program at once with the exit code of `farewell`; so does an
// earlier request, on construction. For long work that does not poll the stop token and leaves no files or processes
// behind. `farewell` runs on the signal thread.
class EndsAtOnce {
public:
    EndsAtOnce(const Interrupt& interrupt, std::function<int()> farewell);

private:
    std::stop_callback<std::function<void()>> m_callback;
};

}
