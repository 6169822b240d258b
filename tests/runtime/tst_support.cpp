// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "testing.h"

#include "core/runtime/failures.h"
#include "core/runtime/hostmemory.h"
#include "core/runtime/stopwatch.h"

#include <sys/resource.h>

#include <new>

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
        CHECK(failed->message.find('\n') == std::string::npos);
    }
    CHECK(dataLimit() == before);
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
    CHECK(other->message.find("2x3") != std::string::npos);
}
