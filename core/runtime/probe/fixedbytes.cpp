// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/probe/fixedbytes.h"

#include "core/runtime/failures.h"
#include "core/runtime/hostmemory.h"
#include "core/runtime/memorymeter.h"
#include "core/words/worker.h"

#include <torch/torch.h>

#ifdef STAGECRAFT_CUDA
#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAException.h>
#include <cuda_runtime_api.h>
#endif

namespace stagecraft {

namespace {

#ifdef STAGECRAFT_CUDA
struct DeviceMemory {
    Bytes free;
    Bytes total;
};

// Memory of the current device.
DeviceMemory deviceMemory()
{
    std::size_t free = 0;
    std::size_t total = 0;
    C10_CUDA_CHECK(cudaMemGetInfo(&free, &total));
    return {Bytes(static_cast<std::int64_t>(free)), Bytes(static_cast<std::int64_t>(total))};
}
#endif

Seconds measureFirstProduct(const RuntimeDevice& device, DeviceProbe& probe)
{
    constexpr std::int64_t size = 256;
    const c10::InferenceMode inference;
    const bool cuda = device.description.kind == DeviceKind::Cuda;
    const torch::Tensor factor = torch::ones({size, size}, torchDevice(device)); // also initializes the allocator
    const auto meter = startMeter(device.description.kind, device.index);
    torch::Tensor product = torch::empty_like(factor);
    const Bytes outside = takenOutsideAllocator(device);
    const Bytes before = meter->alive();
    at::mm_out(product, factor, factor);
    probe.fixed.workspace = meter->alive() - before;
    if (cuda) {
        // Reading a number waits for the device.
        if (product[0][0].item<float>() != static_cast<float>(size)) {
            throw WorkFailure(words::worker::product_wrong);
        }
        probe.fixed.libraries = std::max(Bytes(0), takenOutsideAllocator(device) - outside);
    }
    return {};
}

}

Bytes freeBytesOn([[maybe_unused]] const RuntimeDevice& device)
{
#ifdef STAGECRAFT_CUDA
    if (device.description.kind == DeviceKind::Cuda) {
        return deviceMemory().free / 4;
    }
#endif
    return availableHostMemory() / 4;
}

Bytes takenOutsideAllocator([[maybe_unused]] const RuntimeDevice& device)
{
#ifdef STAGECRAFT_CUDA
    if (device.description.kind == DeviceKind::Cuda) {
        const DeviceMemory memory = deviceMemory();
        const auto stats = c10::cuda::CUDACachingAllocator::getDeviceStats(static_cast<c10::DeviceIndex>(device.index));
        return memory.total - memory.free - Bytes(stats.reserved_bytes[0].current);
    }
#endif
    return {};
}

ProbeSeries fixedSeries(const RuntimeDevice& device)
{
    const auto measure = [=](DeviceProbe& probe, Seconds) { return measureFirstProduct(device, probe); };
    return {ProbePart::Fixed, 0.5, {{words::worker::first_product, 1, measure}}};
}

}
