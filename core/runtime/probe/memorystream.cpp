// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/probe/memorystream.h"

#include "core/runtime/failures.h"
#include "core/runtime/probe/fixedbytes.h"
#include "core/runtime/probe/timedcalls.h"

#include <torch/torch.h>

#ifdef STAGECRAFT_CUDA
#include "core/runtime/probe/kernels.h"
#include "core/words/worker.h"

#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAException.h>
#endif

namespace stagecraft {

namespace {

constexpr Bytes leastMoved(std::int64_t(4) << 20);
constexpr Bytes mostMovedOnCpu(std::int64_t(1) << 30);
constexpr Bytes mostMovedOnCuda(std::int64_t(8) << 30);

// Reads two vectors and writes a third.
Timing timeOnCpu(Bytes& moved, Seconds most)
{
    constexpr std::int64_t vectors = 3;
    constexpr auto element = static_cast<std::int64_t>(sizeof(float));
    const std::int64_t length = moved.value / (vectors * element);
    moved = Bytes(length * vectors * element);
    const torch::Tensor a = torch::ones({length});
    const torch::Tensor b = torch::ones({length});
    torch::Tensor sum = torch::zeros({length});
    return timeOfCalls(*makeStopwatch(DeviceKind::Cpu), most, [&] { at::add_out(sum, a, b, 2); });
}

#ifdef STAGECRAFT_CUDA
// Reads one half of the bytes and writes the other.
Timing timeOnCuda(const RuntimeDevice& device, Bytes& moved, Seconds most)
{
    constexpr std::int64_t pieces = 256; // both halves stay aligned
    const std::int64_t half = moved.value / 2 / pieces * pieces;
    moved = Bytes(half * 2);
    const auto options = torch::dtype(torch::kUInt8).device(torchDevice(device));
    const torch::Tensor from = torch::ones({half}, options);
    const torch::Tensor to = torch::zeros({half}, options);
    const auto stream = at::cuda::getCurrentCUDAStream();
    return timeOfCalls(*makeStopwatch(DeviceKind::Cuda), most, [&] {
        kernels::copyStream(from.const_data_ptr(), to.mutable_data_ptr(), half, stream);
        C10_CUDA_KERNEL_LAUNCH_CHECK();
    });
}
#endif

Timing timeOn([[maybe_unused]] const RuntimeDevice& device, Bytes& moved, Seconds most)
{
#ifdef STAGECRAFT_CUDA
    if (device.description.kind == DeviceKind::Cuda) {
        return timeOnCuda(device, moved, most);
    }
#endif
    return timeOnCpu(moved, most);
}

}

ProbeSeries memorySeries(const RuntimeDevice& device)
{
    ProbeSeries series {ProbePart::Memory, 1, {}};
    const Bytes most =
        std::min(freeBytesOn(device), device.description.kind == DeviceKind::Cpu ? mostMovedOnCpu : mostMovedOnCuda);
    for (Bytes size = leastMoved; size <= most; size = size * 4) {
        series.steps.push_back({say(words::worker::memory, size.value >> 20), static_cast<double>(size.value),
                                [=](DeviceProbe& probe, Seconds time) {
                                    const c10::InferenceMode inference;
                                    Bytes moved = size;
                                    const Timing call = timeOn(device, moved, time);
                                    const auto [rate, spread] =
                                        rateOf<BytesPerSecond>(static_cast<double>(moved.value), call);
                                    probe.memory.push_back({moved, rate, spread});
                                    return call.median;
                                }});
    }
    return series;
}

}
