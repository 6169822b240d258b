// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/interrupt.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <fcntl.h>
#include <stdexcept>
#include <unistd.h>
#include <utility>

namespace stagecraft {

namespace {

constexpr char interrupted = 'i';
constexpr char finished = 'f';

// A signal handler may only call async-signal-safe functions: it writes to a pipe, and a thread does the rest.
int pipeEnds[2] = {-1, -1};

void send(char what)
{
    const int before = errno;
    [[maybe_unused]] const auto written = ::write(pipeEnds[1], &what, 1);
    errno = before;
}

std::int64_t milliseconds()
{
    timespec now {};
    ::clock_gettime(CLOCK_MONOTONIC, &now); // async-signal-safe
    return std::int64_t(now.tv_sec) * 1000 + now.tv_nsec / 1'000'000;
}

const Interrupt* living = nullptr;
std::atomic<std::int64_t> firstAt {0};
static_assert(std::atomic<std::int64_t>::is_always_lock_free);

// Some senders signal the process and its group at the same time: that counts as one request. A later signal gets the
// default action.
void onSignal(int signal)
{
    constexpr std::int64_t atOnce = 500;
    std::int64_t none = 0;
    const std::int64_t now = milliseconds();
    if (firstAt.compare_exchange_strong(none, now)) {
        send(interrupted);
    } else if (now - firstAt > atOnce) {
        std::signal(signal, SIG_DFL);
        std::raise(signal);
    }
}

void setHandler(void (*handler)(int))
{
    struct sigaction action = {};
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    ::sigemptyset(&action.sa_mask);
    ::sigaction(SIGINT, &action, nullptr);
    ::sigaction(SIGTERM, &action, nullptr);
    // SIGHUP (the terminal was closed) stays ignored under nohup.
    struct sigaction closed = {};
    if (::sigaction(SIGHUP, nullptr, &closed) == 0 && closed.sa_handler != SIG_IGN) {
        ::sigaction(SIGHUP, &action, nullptr);
    }
}

}

Interrupt::Interrupt()
{
    if (::pipe2(pipeEnds, O_CLOEXEC) != 0) {
        throw std::runtime_error("too many files are open; raise the limit (ulimit -n)");
    }
    m_watcher = std::thread([this] {
        char what = finished;
        while (::read(pipeEnds[0], &what, 1) == 1 && what == interrupted) {
            m_source.request_stop();
        }
    });
    living = this;
    setHandler(onSignal);
}

Interrupt::~Interrupt()
{
    setHandler(SIG_DFL);
    living = nullptr;
    send(finished);
    m_watcher.join();
    ::close(pipeEnds[0]);
    ::close(pipeEnds[1]);
}

std::stop_token interruptToken()
{
    return living == nullptr ? std::stop_token() : living->token();
}

EndsAtOnce::EndsAtOnce(const Interrupt& interrupt, std::function<int()> farewell)
    : m_callback(interrupt.token(), [farewell = std::move(farewell)] { std::_Exit(farewell()); })
{
}

}
