// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Skipped without CUDA; tst_gpu prints a message in that case.
#ifdef STAGECRAFT_CUDA

#include "testing.h"
#include "workerprocess.h"

#include "core/base/english.h"
#include "core/base/identity.h"
#include "core/runtime/probe/kernels.h"

#include <ATen/cuda/CUDAContext.h>

using namespace stagecraft;

namespace {

bool hasGpu()
{
    if (!torch::cuda::is_available()) {
        MESSAGE("skipped: no GPU");
        return false;
    }
    return true;
}

// Probes in a separate process, because the context's memory is only visible before one exists.
DeviceProbe probeOfGpu()
{
    WorkerRequest request;
    request.job = newUuid();
    request.probe.emplace().device.kind = DeviceKind::Cuda;
    request.probe->budget = Seconds(20);
    WorkerProcess worker({});
    worker.send(encode(request));
    CHECK(worker.finish() == 0);
    REQUIRE(worker.all<ProbeMessage>().size() == 1);
    return worker.all<ProbeMessage>().front().probe;
}

// Best rate of a copy direction over all sizes.
double bestCopy(const DeviceProbe& probe, CopyDirection direction)
{
    double best = 0;
    for (const CopyRate& copy : probe.copies) {
        best = copy.direction == direction ? std::max(best, copy.rate.value) : best;
    }
    return best;
}

}

TEST_SUITE("gpu-compute")
{
    TEST_CASE("a probe of the GPU has all its parts, and they agree with each other")
    {
        if (!hasGpu()) {
            return;
        }
        const DeviceProbe probe = probeOfGpu();
        for (const ProbeOmission& omission : probe.left_out) {
            MESSAGE("left out: " << std::string(nameOf(omission.part)) << ", " << describe(omission.reason));
        }
        CHECK(probe.device.kind == DeviceKind::Cuda);
        CHECK_FALSE(probe.device.driver.empty());
        for (const MatrixRate& rate : probe.matrix) {
            CHECK(rate.rate > FlopsPerSecond(0));
        }
        const auto fp32 = bestRate(probe, ProductType::Fp32);
        const auto bf16 = bestRate(probe, ProductType::Bf16);
        REQUIRE(fp32);
        REQUIRE(bf16);
        if (at::cuda::getDeviceProperties(0)->major >= 8) {
            const auto tf32 = bestRate(probe, ProductType::Tf32);
            REQUIRE(tf32);
            CHECK(*tf32 > *fp32); // the setting has an effect
            CHECK(*bf16 > *tf32 * 0.9);
        }
        REQUIRE_FALSE(probe.memory.empty());
        CHECK(probe.memory.back().rate.value > bestCopy(probe, CopyDirection::ToDevice));
        const double alone =
            std::max(bestCopy(probe, CopyDirection::ToDevice), bestCopy(probe, CopyDirection::FromDevice));
        CHECK(bestCopy(probe, CopyDirection::BothDirections) > 0.9 * alone);
        CHECK(bestCopy(probe, CopyDirection::BothDirections) < 2.2 * alone);

        const auto devices = static_cast<std::size_t>(torch::cuda::device_count());
        CHECK(probe.links.size() == devices * (devices - 1));
        CHECK(probe.all_reduces.empty() == (devices < 2));
        if (probe.fixed.context) { // if the management library is available
            CHECK(*probe.fixed.context > Bytes(10 << 20));
            CHECK(*probe.fixed.context < gibibytes(4));
        }
        REQUIRE(probe.fixed.workspace);
        CHECK(*probe.fixed.workspace < gibibytes(1));
        REQUIRE(probe.clocks.compute);
        CHECK(*probe.clocks.compute > Hertz(1e8));
        CHECK(*probe.clocks.compute < Hertz(5e9));
    }

    TEST_CASE("the memory kernel copies every byte and none beyond")
    {
        if (!hasGpu()) {
            return;
        }
        for (const std::int64_t pieces : {1, 3, 255, 256, 1024, 1025, 4097, 1 << 20, (1 << 20) + 7}) {
            const std::int64_t bytes = pieces * 16;
            const auto options = torch::dtype(torch::kUInt8).device(torch::kCUDA);
            const torch::Tensor from = torch::randint(1, 255, {bytes}, options);
            const torch::Tensor to = torch::zeros({bytes + 64}, options);
            kernels::copyStream(from.const_data_ptr(), to.mutable_data_ptr(), bytes, at::cuda::getCurrentCUDAStream());
            REQUIRE(cudaGetLastError() == cudaSuccess);
            CHECK(torch::equal(to.narrow(0, 0, bytes), from));
            CHECK(to.narrow(0, bytes, 64).count_nonzero().item<std::int64_t>() == 0);
        }
    }
}

#endif
