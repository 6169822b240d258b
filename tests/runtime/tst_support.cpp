// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "testing.h"

#include "core/base/english.h"
#include "core/runtime/childprocess.h"
#include "core/runtime/failures.h"
#include "core/runtime/hostmemory.h"
#include "core/runtime/stopwatch.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <new>
#include <thread>

using namespace stagecraft;

namespace {

rlim_t dataLimit()
{
    rlimit limit {};
    REQUIRE(getrlimit(RLIMIT_DATA, &limit) == 0);
    return limit.rlim_cur;
}

}

TEST_CASE("timing is the median and half the distance of the quartiles")
{
    CHECK(timingOf({Seconds(5), Seconds(1), Seconds(3), Seconds(2), Seconds(4)}) == Timing {Seconds(3), Seconds(1)});
    CHECK(timingOf({Seconds(1), Seconds(2)}) == Timing {Seconds(1.5), Seconds(0.25)});
    CHECK(timingOf({Seconds(7)}) == Timing {Seconds(7), Seconds(0)});
}

TEST_CASE("a stopwatch gives the times between its laps")
{
    const auto stopwatch = makeStopwatch(DeviceKind::Cpu);
    for (int lap = 0; lap < 4; ++lap) {
        stopwatch->lap();
    }
    const auto times = stopwatch->take();
    REQUIRE(times.size() == 3);
    for (const Seconds time : times) {
        CHECK(time >= Seconds(0));
    }
    CHECK(stopwatch->take().empty());
}

TEST_CASE("the limit on the host's memory turns a lack of memory into an exception, and goes with its scope")
{
    const rlim_t before = dataLimit();
    CHECK(availableHostMemory() > Bytes(0));
    CHECK(availableHostMemory() <= hostMemory());
    {
        const HostMemoryLimit limit;
        CHECK(dataLimit() < before);
        const std::int64_t tooMuch = availableHostMemory().value * 2;
        const auto failed = runGuarded([&] { torch::empty({tooMuch}, torch::kInt8); });
        REQUIRE(failed);
        CHECK(failed->out_of_memory);
        CHECK(describe(failed->message).find('\n') == std::string::npos);
    }
    CHECK(dataLimit() == before);
}

TEST_CASE("a limit of address space counts as memory that is not there, and is named")
{
    rlimit before {};
    REQUIRE(getrlimit(RLIMIT_AS, &before) == 0);
    const Bytes free = availableHostMemory();
    std::ifstream file("/proc/self/statm");
    std::int64_t pages = 0;
    file >> pages;
    REQUIRE(pages > 0);
    constexpr std::int64_t room = 64 << 20;
    rlimit limit = before;
    limit.rlim_cur = static_cast<rlim_t>(pages * sysconf(_SC_PAGESIZE) + room);
    REQUIRE(setrlimit(RLIMIT_AS, &limit) == 0);
    const FreeHostMemory limited = freeHostMemory();
    REQUIRE(setrlimit(RLIMIT_AS, &before) == 0);
    CHECK(free > Bytes(room));
    CHECK(limited.free <= Bytes(room));
    CHECK(describe(limited.limit).find("ulimit -v") != std::string::npos);
    CHECK(describe(freeHostMemory().limit).find("ulimit -v") == std::string::npos);
}

TEST_CASE("a launcher does not outlive the process that started it")
{
    std::array<int, 2> ends {};
    REQUIRE(pipe(ends.data()) == 0);
    const pid_t parent = fork();
    if (parent == 0) { // starts a process that would run for minutes, prints its id and is killed
        auto child = ChildProcess::start("sh", {"sh", "-c", "echo $$; exec sleep 300"}, {}, ProcessGroup::Parents);
        std::array<char, 32> text {};
        const ssize_t size = child ? ::read(child->output(), text.data(), text.size()) : 0;
        [[maybe_unused]] const auto reported = ::write(ends[1], text.data(), static_cast<std::size_t>(size));
        ::raise(SIGKILL);
    }
    std::array<char, 32> text {};
    CHECK(::read(ends[0], text.data(), text.size() - 1) > 0);
    const std::string folder = "/proc/" + std::to_string(std::atoi(text.data()));
    waitpid(parent, nullptr, 0);
    bool gone = false;
    for (int i = 0; i < 200 && !gone; ++i) {
        std::ifstream stat(folder + "/stat");
        const std::string state {std::istreambuf_iterator<char>(stat), {}};
        gone = state.empty() || state.find(") Z ") != std::string::npos;
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    CHECK(gone);
    CHECK_FALSE(ChildProcess::start("there is no such program", {"none"}, {}, ProcessGroup::Parents));
    ::close(ends[0]);
    ::close(ends[1]);
}

TEST_CASE("what libraries throw becomes one line, and a lack of memory is told from other failures")
{
    CHECK_FALSE(runGuarded([] {}));
    const auto memory = runGuarded([] { throw std::bad_alloc(); });
    REQUIRE(memory);
    CHECK(memory->out_of_memory);
    const auto other = runGuarded([] { torch::ones({2, 3}).matmul(torch::ones({2, 3})); });
    REQUIRE(other);
    CHECK_FALSE(other->out_of_memory);
    CHECK(describe(other->message).find("2x3") != std::string::npos);
}
