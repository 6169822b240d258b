// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "testing.h"

#include "core/base/english.h"
#include "core/json/codec.h"
#include "core/runtime/probe/probedevice.h"
#include "core/runtime/probe/timedcalls.h"

#include <nlohmann/json.hpp>

#include <chrono>
#include <set>
#include <thread>

using namespace stagecraft;

namespace {

struct Begun {
    ProbePart part;
    std::string subject;
    int done;
    int total;
};

// A step that takes no time and reports a given duration of a call.
ProbeStep stepOf(const std::string& subject, double work, Seconds call, std::vector<std::string>& ran)
{
    return {verbatim(subject), work, [=, &ran](DeviceProbe&, Seconds) {
                ran.push_back(subject);
                return call;
            }};
}

ProbeStep failingStep(const std::string& subject, std::vector<std::string>& ran)
{
    return {verbatim(subject), 1, [=, &ran](DeviceProbe&, Seconds) -> Seconds {
                ran.push_back(subject);
                throw std::runtime_error("not on this device");
            }};
}

const ProbeProgress silence = [](ProbePart, const Message&, int, int) {};

// Checks that the keys of consecutive rates increase.
template <typename Rates, typename Key>
void checkGrowing(const Rates& rates, Key key)
{
    for (std::size_t i = 1; i < rates.size(); ++i) {
        CHECK((key(rates[i - 1]) < key(rates[i])));
    }
}

void checkMatrix(const DeviceProbe& probe)
{
    std::set<ProductType> types;
    for (const MatrixRate& rate : probe.matrix) {
        types.insert(rate.type);
        CHECK(rate.rate > FlopsPerSecond(0));
        CHECK(rate.spread >= FlopsPerSecond(0));
    }
    CHECK((types == std::set {ProductType::Fp32, ProductType::Bf16, ProductType::Fp16})); // a CPU has no TF32
    checkGrowing(probe.matrix, [](const MatrixRate& rate) { return std::pair(rate.type, rate.size); });
    for (std::size_t i = 0; i < probe.matrix.size(); ++i) {
        const bool first = i == 0 || probe.matrix[i - 1].type != probe.matrix[i].type;
        CHECK(probe.matrix[i].size == (first ? 128 : probe.matrix[i - 1].size * 2)); // a curve without gaps
    }
}

}

TEST_CASE("a call is timed alone, however many of them a lap needs")
{
    const auto stopwatch = makeStopwatch(DeviceKind::Cpu);
    int calls = 0;
    const Timing slow = timeOfCalls(*stopwatch, Seconds(0), [&] {
        ++calls;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    });
    CHECK(calls == untimedCalls + leastLaps);
    CHECK(slow.median >= Seconds(20e-3));
    CHECK(slow.median < Seconds(60e-3)); // not the sum of the three laps

    calls = 0;
    const Timing quick = timeOfCalls(*stopwatch, Seconds(10), [&] { ++calls; });
    CHECK(calls > 1000); // laps long enough to be measured
    CHECK(quick.median < Seconds(1e-4));
}

TEST_CASE("a rate is the work of a call by its time, with the spread of the time")
{
    const auto [rate, spread] = rateOf<BytesPerSecond>(1e6, {Seconds(0.5), Seconds(0.05)});
    CHECK(rate.value == doctest::Approx(2e6));
    CHECK(spread.value == doctest::Approx(2e5));
}

TEST_CASE("every series runs from small to large, and progress counts all their steps")
{
    std::vector<std::string> ran;
    std::vector<Begun> begun;
    DeviceProbe probe;
    runSeries(
        {{ProbePart::Matrix, 1, {stepOf("a1", 1, {}, ran), stepOf("a2", 2, {}, ran)}},
         {ProbePart::Memory, 1, {stepOf("b1", 1, {}, ran)}}},
        Seconds(10),
        [&](ProbePart part, const Message& subject, int done, int total) {
            begun.push_back({part, describe(subject), done, total});
        },
        probe);
    CHECK(ran == std::vector<std::string> {"a1", "a2", "b1"});
    REQUIRE(begun.size() == 3);
    for (std::size_t i = 0; i < begun.size(); ++i) {
        CHECK(begun[i].subject == ran[i]);
        CHECK(begun[i].done == static_cast<int>(i));
        CHECK(begun[i].total == 3);
    }
    CHECK(begun[2].part == ProbePart::Memory);
    CHECK(probe.left_out.empty());
}

TEST_CASE("what would not fit into the time is left out and said, and the next series still begins")
{
    std::vector<std::string> ran;
    DeviceProbe probe;
    SUBCASE("by the pace of the step before")
    {
        // At a hundred times the work of a call of 0.1 s, a call takes 10 s.
        runSeries({{ProbePart::Matrix, 1, {stepOf("small", 1, Seconds(0.1), ran), stepOf("large", 100, {}, ran)}},
                   {ProbePart::Memory, 1, {stepOf("next", 1, {}, ran)}}},
                  Seconds(5), silence, probe);
    }
    SUBCASE("without any time, the first step of each")
    {
        runSeries({{ProbePart::Matrix, 1, {stepOf("small", 1, Seconds(0.1), ran), stepOf("large", 2, {}, ran)}},
                   {ProbePart::Memory, 1, {stepOf("next", 1, {}, ran)}}},
                  Seconds(0), silence, probe);
    }
    CHECK(ran == std::vector<std::string> {"small", "next"});
    REQUIRE(probe.left_out.size() == 1);
    CHECK(probe.left_out[0].part == ProbePart::Matrix);
    CHECK(describe(probe.left_out[0].reason).find("large: not enough time") == 0);
}

TEST_CASE("a step that fails ends its series with the reason, and no other")
{
    std::vector<std::string> ran;
    DeviceProbe probe;
    runSeries({{ProbePart::Matrix, 1, {failingStep("half precision", ran), stepOf("larger", 2, {}, ran)}},
               {ProbePart::Memory, 1, {stepOf("next", 1, {}, ran)}}},
              Seconds(5), silence, probe);
    CHECK(ran == std::vector<std::string> {"half precision", "next"});
    REQUIRE(probe.left_out.size() == 1);
    CHECK(probe.left_out.front().part == ProbePart::Matrix);
    CHECK(describe(probe.left_out.front().reason) == "half precision: not on this device");
}

TEST_CASE("a probe of the CPU has whole curves with positive rates")
{
    std::vector<Begun> begun;
    std::vector<MeasuredDevice> opened;
    ProbeRequest request;
    request.budget = Seconds(3);
    const auto start = std::chrono::steady_clock::now();
    const auto probe = probeDevice(request, {},
                                   {[&](const MeasuredDevice& device) {
                                        CHECK(begun.empty());
                                        opened.push_back(device);
                                    },
                                    [&](ProbePart part, const Message& subject, int done, int total) {
                                        begun.push_back({part, describe(subject), done, total});
                                    }});
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    REQUIRE(probe);
    CHECK(probe->taken > Seconds(0));
    CHECK(probe->taken.value <= taken.count());
    CHECK((opened == std::vector {probe->device}));
    CHECK(probe->device.kind == DeviceKind::Cpu);
    CHECK_FALSE(probe->device.name.empty());
    CHECK_FALSE(probe->measured_at.empty());

    checkMatrix(*probe);
    CHECK_FALSE(probe->memory.empty()); // the number depends on the load of the machine
    checkGrowing(probe->memory, [](const MemoryRate& rate) { return rate.moved; });
    for (const MemoryRate& rate : probe->memory) {
        CHECK(rate.rate > BytesPerSecond(0));
        CHECK(rate.moved.value % (3 * 4) == 0); // two vectors of floats are read, one is written
    }
    std::set<CopyDirection> directions;
    for (const CopyRate& copy : probe->copies) {
        directions.insert(copy.direction);
        CHECK(copy.rate > BytesPerSecond(0));
        CHECK(copy.size >= Bytes(64 << 10));
    }
    CHECK(directions.size() == 3);
    checkGrowing(probe->copies, [](const CopyRate& copy) { return std::pair(copy.direction, copy.size); });
    CHECK(probe->links.empty()); // links need processes, for which no program was given
    CHECK(probe->all_reduces.empty());
    CHECK_FALSE(probe->fixed.context);
    CHECK(probe->fixed.workspace);

    for (std::size_t i = 1; i < begun.size(); ++i) {
        CHECK(begun[i].part >= begun[i - 1].part);
        CHECK(begun[i].done > begun[i - 1].done);
        CHECK(begun[i].done < begun[i].total);
        CHECK(begun[i].total == begun[0].total);
    }
    CHECK(decodeJson<DeviceProbe>(encodeJson(*probe), {}) == *probe);
}

TEST_CASE("parts that are to be left out are not tried, and said")
{
    ProbeRequest request;
    request.budget = Seconds(0);
    request.leave_out = {{ProbePart::Matrix, verbatim("it crashed")}, {ProbePart::Copies, verbatim("it crashed too")}};
    std::set<ProbePart> parts;
    const auto probe = probeDevice(
        request, {},
        {[](const MeasuredDevice&) {}, [&](ProbePart part, const Message&, int, int) { parts.insert(part); }});
    REQUIRE(probe);
    CHECK((parts == std::set {ProbePart::Fixed, ProbePart::Memory}));
    CHECK(probe->matrix.empty());
    CHECK(probe->copies.empty());
    CHECK(probe->memory.size() == 1);
    REQUIRE(probe->left_out.size() >= 2);
    CHECK(probe->left_out[0] == request.leave_out[0]);
    CHECK(probe->left_out[1] == request.leave_out[1]);
}

TEST_CASE("a device that is not there cannot be probed")
{
    ProbeRequest request;
    request.device.kind = DeviceKind::Cuda;
    request.device.index = 4096;
    bool opened = false;
    const auto probe = probeDevice(request, {}, {[&](const MeasuredDevice&) { opened = true; }, silence});
    REQUIRE_FALSE(probe);
    CHECK(probe.error().code == ErrorCode::DeviceUnavailable);
    CHECK_FALSE(opened);
}
