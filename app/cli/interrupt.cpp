// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/interrupt.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

namespace stagecraft {

namespace {

constexpr char interrupted = 'i';
constexpr char finished = 'f';

// A handler may do hardly more than write: a thread reads the pipe and does the rest.
int pipeEnds[2] = {-1, -1};

void send(char what)
{
    const int before = errno;
    [[maybe_unused]] const auto written = ::write(pipeEnds[1], &what, 1);
    errno = before;
}

void onSignal(int)
{
    send(interrupted);
}

void setHandler(void (*handler)(int))
{
    struct sigaction action = {};
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND); // the second signal acts as if there were no handler
    ::sigemptyset(&action.sa_mask);
    ::sigaction(SIGINT, &action, nullptr);
    ::sigaction(SIGTERM, &action, nullptr);
}

}

Interrupt::Interrupt()
{
    if (::pipe2(pipeEnds, O_CLOEXEC) != 0) {
        std::abort(); // no file descriptors at the start of the program
    }
    m_watcher = std::thread([this] {
        char what = finished;
        while (::read(pipeEnds[0], &what, 1) == 1 && what == interrupted) {
            m_source.request_stop();
        }
    });
    setHandler(onSignal);
}

Interrupt::~Interrupt()
{
    setHandler(SIG_DFL);
    send(finished);
    m_watcher.join();
    ::close(pipeEnds[0]);
    ::close(pipeEnds[1]);
}

}
