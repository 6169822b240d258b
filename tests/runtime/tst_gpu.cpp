// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Tests for CUDA devices: suite "gpu-bytes" also runs on a dry one (ctest -L gpu-bytes), "gpu-compute" only on a real
// one.
#include "testing.h"

#include "core/runtime/guardedrun.h"
#include "core/runtime/measurelayer.h"
#include "core/runtime/memorymeter.h"
#include "core/runtime/wholechain.h"
#include "tests/support/programs.h"

#ifdef STAGECRAFT_CUDA
#include <ATen/cuda/CUDAEvent.h>
#include <ATen/cuda/CUDAGraph.h>
#include <ATen/cuda/CUDAGraphsUtils.cuh>
#endif

using namespace stagecraft;

namespace {

// Returns the first CUDA device. Empty, with a message, on a machine without one.
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

TEST_SUITE("gpu-bytes")
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

    TEST_CASE("what the allocator says is what the trace says")
    {
        if (const auto device = gpu()) {
            const auto meter = startMeter(DeviceKind::Cuda, 0);
            const Bytes before = meter->alive(); // workspaces of earlier tests
            meter->startTrace();
            {
                const torch::Tensor kept = torch::empty({1 << 20}, torch::kCUDA); // 4 MiB
                const torch::Tensor product = kept + kept;
            }
            CHECK(meter->alive() == before);
            CHECK(meter->highestPeak() - before == Bytes(8 << 20));
            CHECK(meter->reservedPeak() >= meter->highestPeak());
            const AllocationTrace trace = meter->takeTrace();
            CHECK(trace.events == std::vector<std::int64_t> {4 << 20, 4 << 20, -2, -1});
        }
    }

#ifdef STAGECRAFT_CUDA
    TEST_CASE("copies to pinned memory on a stream of their own keep their order")
    {
        if (!gpu()) {
            return;
        }
        const auto stream = at::cuda::getStreamFromPool();
        const torch::Tensor there = torch::zeros({1000}, torch::kCUDA);
        torch::Tensor here = torch::ones({1000}, torch::dtype(torch::kFloat32).pinned_memory(true));
        CHECK(here.is_pinned());
        at::cuda::CUDAEvent copied;
        {
            const at::cuda::CUDAStreamGuard guard(stream);
            here.copy_(there, true);
            copied.record(stream);
        }
        copied.synchronize();
        CHECK(copied.query());
        CHECK(here.sum().item<float>() == 0.0F);
    }

    TEST_CASE("a graph is captured from all streams that join it, and keeps its blocks in a pool of its own")
    {
        if (!gpu()) {
            return;
        }
        using at::cuda::CaptureStatus;
        using at::cuda::currentStreamCaptureStatusMayInitCtx;
        const auto stream = at::cuda::getStreamFromPool();
        const auto joining = at::cuda::getStreamFromPool();
        const torch::Tensor given = torch::ones({1 << 20}, torch::kCUDA);
        const auto meter = startMeter(DeviceKind::Cuda, 0);
        at::cuda::CUDAGraph graph;
        torch::Tensor result;
        const at::cuda::CUDAStreamGuard guard(stream);
        stream.synchronize();
        graph.capture_begin();
        at::cuda::CUDAEvent begun;
        at::cuda::CUDAEvent joined;
        begun.record(stream);
        begun.block(joining);
        {
            const at::cuda::CUDAStreamGuard inner(joining);
            CHECK(currentStreamCaptureStatusMayInitCtx() == CaptureStatus::Active);
            result = given + given;
        }
        joined.record(joining);
        joined.block(stream);
        graph.capture_end();
        CHECK(currentStreamCaptureStatusMayInitCtx() == CaptureStatus::None);
        graph.replay();
        stream.synchronize();
        const Bytes held = meter->alive();
        const Bytes reserved = meter->reservedPeak();
        result = torch::Tensor();
        CHECK(held - meter->alive() == Bytes(4 << 20));
        const torch::Tensor elsewhere = torch::ones({1 << 20}, torch::kCUDA);
        CHECK(meter->reservedPeak() > reserved); // the graph's block is only for its replays
    }
#endif

    TEST_CASE("factorizations and Fourier transforms give tensors of their shapes")
    {
        if (!gpu()) {
            return;
        }
        const torch::Tensor matrices = torch::eye(48, torch::kCUDA).repeat({3, 1, 1});
        CHECK(std::get<0>(torch::linalg_qr(matrices)).sizes() == matrices.sizes());
        CHECK(torch::linalg_cholesky(matrices).sizes() == matrices.sizes());
        CHECK(torch::linalg_solve_triangular(matrices, matrices, true).sizes() == matrices.sizes());
        CHECK(torch::linalg_solve(matrices, matrices).sizes() == matrices.sizes());
        CHECK(std::get<1>(torch::linalg_eigh(matrices)).sizes() == matrices.sizes());
        CHECK(std::get<0>(torch::linalg_svd(matrices)).sizes() == matrices.sizes());
        CHECK(torch::fft_rfft(matrices).size(2) == 25);
    }

    TEST_CASE("the allocator runs out of memory at the device's memory, and goes on after that")
    {
        if (const auto device = gpu()) {
            const std::int64_t free = availableMemory(*device).value;
            const auto options = torch::dtype(torch::kUInt8).device(torch::kCUDA);
            CHECK_THROWS_AS(torch::empty({free + (1 << 20)}, options), c10::OutOfMemoryError);
            CHECK(torch::empty({free / 4}, options).numel() == free / 4);
        }
    }
}

TEST_SUITE("gpu-compute")
{
    TEST_CASE("a block takes time on the GPU")
    {
        if (const auto device = gpu()) {
            const auto block =
                measureLayer(testing::pointOf(testing::blockOf(256, 4, 1024), {128, 256}, 2, 128), *device);
            REQUIRE(block);
            CHECK(block->forward.median > Seconds(0));
            CHECK(block->backward.median > Seconds(0));
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
