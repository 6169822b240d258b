// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/device.h"

#include "core/runtime/dryprocess.h"
#include "core/runtime/hostmemory.h"
#include "core/words/worker.h"

#include <ATen/Context.h>
#include <ATen/Parallel.h>
#include <torch/cuda.h>
#include <torch/version.h>

#ifdef STAGECRAFT_CUDA
#include <cuda_runtime_api.h>
#endif

#include <fstream>
#include <string>

namespace stagecraft {

namespace {

std::string processorName()
{
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        const auto colon = line.find(": ");
        if (line.starts_with("model name") && colon != std::string::npos) {
            return line.substr(colon + 2);
        }
    }
    return "CPU";
}

MeasuredDevice describeCpu()
{
    MeasuredDevice device;
    device.kind = DeviceKind::Cpu;
    device.name = processorName();
    device.memory = hostMemory();
    device.threads = at::get_num_threads();
    return device;
}

#ifdef STAGECRAFT_CUDA
Result<MeasuredDevice> describeCuda(int index)
{
    const std::string name = "cuda:" + std::to_string(index);
    cudaDeviceProp properties {};
    std::size_t free = 0;
    std::size_t total = 0;
    cudaError_t status = cudaSetDevice(index);
    status = status == cudaSuccess ? cudaGetDeviceProperties(&properties, index) : status;
    status = status == cudaSuccess ? cudaMemGetInfo(&free, &total) : status;
    if (status != cudaSuccess) {
        return failure(ErrorCode::DeviceUnavailable, {name, std::string(cudaGetErrorString(status))});
    }
    // Use the algorithms from cuDNN's heuristics, which is training's default: the fastest of a trial varies between
    // runs.
    at::globalContext().setBenchmarkCuDNN(false);
    int driver = 0;
    cudaDriverGetVersion(&driver);
    MeasuredDevice device;
    device.kind = DeviceKind::Cuda;
    device.name = properties.name;
    device.memory = Bytes(static_cast<std::int64_t>(total));
    device.driver = std::to_string(driver / 1000) + "." + std::to_string(driver % 1000 / 10);
    device.threads = at::get_num_threads();
    return device;
}
#endif

Result<MeasuredDevice> describeDevice(DeviceKind kind, int index)
{
    if (kind == DeviceKind::Cpu) {
        return describeCpu();
    }
    const std::string name = "cuda:" + std::to_string(index);
#ifdef STAGECRAFT_CUDA
    const auto count = static_cast<int>(torch::cuda::device_count());
    if (count == 0) {
        return failure(ErrorCode::DeviceUnavailable, {name, words::worker::no_cuda_device});
    }
    if (index < 0 || index >= count) {
        return failure(ErrorCode::DeviceUnavailable, {name, say(words::worker::device_count, count)});
    }
    return describeCuda(index);
#else
    return failure(ErrorCode::DeviceUnavailable, {name, words::worker::without_cuda});
#endif
}

}

Result<RuntimeDevice> openDevice(DeviceKind kind, int index)
{
    auto description = describeDevice(kind, index);
    if (!description) {
        return failure(description.error());
    }
    description->software = std::string("libtorch ") + TORCH_VERSION;
    return RuntimeDevice {index, *std::move(description)};
}

Result<RuntimeDevice> openDevice(const DeviceChoice& choice)
{
    if (choice.dry && !isDryProcess()) {
        return failure(ErrorCode::DryRunUnavailable, {words::worker::no_dry_runtime});
    }
    auto device = openDevice(choice.kind, choice.index);
    if (device && choice.dry) {
        device->description.driver = MeasuredDevice::dryDriver;
        device->description.threads = 0; // no layer is computed
    }
    return device;
}

}
