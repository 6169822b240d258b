// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/probe/clocks.h"

#include "core/base/csv.h"
#include "core/runtime/failures.h"

#include <torch/torch.h>

#ifdef STAGECRAFT_CUDA
#include "core/runtime/probe/kernels.h"

#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAException.h>
#endif

#include <algorithm>
#include <fstream>

namespace stagecraft {

namespace {

void work(const RuntimeDevice& device, std::int64_t size, int times)
{
    const c10::InferenceMode inference;
    const torch::Tensor a = torch::randn({size, size}, torchDevice(device));
    for (int i = 0; i < times; ++i) {
        torch::mm(a, a);
    }
}

// Returns the clock of the fastest processor as reported by the kernel.
std::optional<Hertz> processorClock()
{
    std::ifstream file("/proc/cpuinfo");
    std::optional<Hertz> clock;
    for (std::string line; std::getline(file, line);) {
        const auto colon = line.find(": ");
        if (line.starts_with("cpu MHz") && colon != std::string::npos) {
            const Hertz found(csvNumber(trimmed(line.substr(colon + 2))).value_or(0) * 1e6);
            clock = std::max(clock.value_or(found), found);
        }
    }
    return clock;
}

std::optional<Hertz> highestProcessorClock()
{
    std::ifstream file("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq");
    double kilohertz = 0;
    return file >> kilohertz ? std::optional(Hertz(kilohertz * 1e3)) : std::nullopt;
}

#ifdef STAGECRAFT_CUDA
std::optional<Hertz> clockAttribute(const RuntimeDevice& device, cudaDeviceAttr attribute)
{
    int kilohertz = 0;
    const bool known = cudaDeviceGetAttribute(&kilohertz, attribute, device.index) == cudaSuccess && kilohertz > 0;
    return known ? std::optional(Hertz(kilohertz * 1e3)) : std::nullopt;
}

DeviceClocks cudaClocks(const RuntimeDevice& device)
{
    constexpr std::int64_t nanoseconds = 2'000'000;
    work(device, 4096, 10);
    const torch::Tensor counts = torch::zeros({2}, torch::dtype(torch::kInt64).device(torchDevice(device)));
    kernels::countCycles(counts.data_ptr<std::int64_t>(), nanoseconds, at::cuda::getCurrentCUDAStream());
    C10_CUDA_KERNEL_LAUNCH_CHECK();
    const torch::Tensor counted = counts.cpu();
    const auto* values = counted.data_ptr<std::int64_t>();
    DeviceClocks clocks;
    if (values[1] > 0) {
        clocks.compute = Hertz(static_cast<double>(values[0]) / (static_cast<double>(values[1]) * 1e-9));
    }
    clocks.compute_most = clockAttribute(device, cudaDevAttrClockRate);
    clocks.memory_most = clockAttribute(device, cudaDevAttrMemoryClockRate);
    return clocks;
}
#endif

}

DeviceClocks clocksAtWork(const RuntimeDevice& device)
{
#ifdef STAGECRAFT_CUDA
    if (device.description.kind == DeviceKind::Cuda) {
        return cudaClocks(device);
    }
#endif
    work(device, 512, 5);
    return {processorClock(), highestProcessorClock(), std::nullopt};
}

}
