// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "testing.h"

#include "core/runtime/measurelayer.h"
#include "core/runtime/wholechain.h"
#include "tests/support/programs.h"

using namespace stagecraft;

namespace {

// The first CUDA device, or nothing on a machine without one, which the test then says.
std::optional<RuntimeDevice> gpu()
{
    if (!torch::cuda::is_available()) {
        MESSAGE("skipped: no GPU");
        return std::nullopt;
    }
    const auto device = openDevice(DeviceKind::Cuda, 0);
    REQUIRE(device);
    return *device;
}

}

TEST_SUITE("gpu")
{
    TEST_CASE("the GPU says what it is")
    {
        if (const auto device = gpu()) {
            CHECK_FALSE(device->description.name.empty());
            CHECK_FALSE(device->description.driver.empty());
            CHECK(device->description.memory > gibibytes(1));
        }
    }

    TEST_CASE("a block measured on the GPU has the parameters, states and boundaries of one on the CPU")
    {
        const auto device = gpu();
        const auto host = openDevice(DeviceKind::Cpu, 0);
        if (!device || !host) {
            return;
        }
        const ProfilePoint point = testing::pointOf(testing::blockOf(256, 4, 1024), {128, 256}, 2, 128);
        const auto onGpu = measureLayer(point, *device);
        const auto onCpu = measureLayer(point, *host);
        REQUIRE(onGpu);
        REQUIRE(onCpu);
        REQUIRE(onGpu->status == MeasurementStatus::Done);
        const LayerMemory& a = onGpu->memory;
        const LayerMemory& b = onCpu->memory;
        CHECK(a.parameters == b.parameters);
        CHECK(a.input == b.input);
        CHECK(a.output == b.output);
        CHECK(a.keeps_input == b.keeps_input);
        CHECK(a.keeps_output == b.keeps_output);
        CHECK(a.saved / b.saved == doctest::Approx(1.0).epsilon(0.05)); // other attention kernels
        CHECK(onGpu->reserved_peak >= a.parameters + a.optimizer_state + a.forward_peak);
        CHECK(onGpu->forward.median > Seconds(0));
        CHECK(onGpu->backward.median > Seconds(0));
    }

    TEST_CASE("what does not fit the GPU is an observation")
    {
        if (const auto device = gpu()) {
            const auto tooLarge =
                measureLayer(testing::pointOf(testing::blockOf(1024, 16, 4096), {1024, 1024}, 1 << 20, 1024), *device);
            REQUIRE(tooLarge);
            CHECK(tooLarge->status == MeasurementStatus::OutOfMemory);
        }
    }

    TEST_CASE("a whole step runs on the GPU and learns")
    {
        if (const auto device = gpu()) {
            Workload workload;
            workload.sequence = 64;
            const auto step = trainWholeChain(testing::gptChain(2, 128, 4, 500, 64), workload, 3, 2, *device);
            REQUIRE(step);
            CHECK(step->last_loss < step->first_loss);
            CHECK(step->peak >= step->parameters + step->optimizer_state);
        }
    }
}
