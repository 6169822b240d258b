// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/probe/matrixproducts.h"

#include "core/runtime/failures.h"
#include "core/runtime/probe/clocks.h"
#include "core/runtime/probe/timedcalls.h"
#include "core/words/worker.h"

#include <torch/torch.h>

#ifdef STAGECRAFT_CUDA
#include <ATen/cuda/CUDAContext.h>
#endif

namespace stagecraft {

namespace {

constexpr int leastSize = 128;
constexpr int mostOnCpu = 4096;
constexpr int mostOnCuda = 16384;

// RAII setting that allows or forbids TF32 for 32-bit products.
class Tf32Setting {
public:
    explicit Tf32Setting(bool allowed) { at::globalContext().setAllowTF32CuBLAS(allowed); }
    ~Tf32Setting() { at::globalContext().setAllowTF32CuBLAS(m_before); }
    Tf32Setting(const Tf32Setting&) = delete;
    Tf32Setting& operator=(const Tf32Setting&) = delete;

private:
    bool m_before = at::globalContext().allowTF32CuBLAS();
};

torch::ScalarType scalarType(ProductType type)
{
    switch (type) {
    case ProductType::Bf16:
        return torch::kBFloat16;
    case ProductType::Fp16:
        return torch::kFloat16;
    default:
        return torch::kFloat32;
    }
}

std::vector<ProductType> typesOf(const RuntimeDevice& device)
{
    std::vector<ProductType> types {ProductType::Fp32};
#ifdef STAGECRAFT_CUDA
    constexpr int firstWithTf32 = 8; // compute capability
    if (device.description.kind == DeviceKind::Cuda
        && at::cuda::getDeviceProperties(static_cast<c10::DeviceIndex>(device.index))->major >= firstWithTf32) {
        types.push_back(ProductType::Tf32);
    }
#else
    (void)device;
#endif
    types.insert(types.end(), {ProductType::Bf16, ProductType::Fp16});
    return types;
}

double operationsOf(std::int64_t size)
{
    const auto n = static_cast<double>(size);
    return 2 * n * n * n;
}

Seconds measureProduct(const RuntimeDevice& device, ProductType type, std::int64_t size, Seconds most,
                       DeviceProbe& probe)
{
    const c10::InferenceMode inference;
    const Tf32Setting setting(type == ProductType::Tf32);
    const auto options = torch::dtype(scalarType(type)).device(torchDevice(device));
    const torch::Tensor a = torch::randn({size, size}, options);
    const torch::Tensor b = torch::randn({size, size}, options);
    torch::Tensor product = torch::empty({size, size}, options);
    const auto stopwatch = makeStopwatch(device.description.kind);
    const Timing time = timeOfCalls(*stopwatch, most, [&] { at::mm_out(product, a, b); });
    const auto [rate, spread] = rateOf<FlopsPerSecond>(operationsOf(size), time);
    probe.matrix.push_back({type, size, rate, spread});
    return time.median;
}

ProbeSeries productsOf(const RuntimeDevice& device, ProductType type)
{
    ProbeSeries series {ProbePart::Matrix, 3, {}};
    const int most = device.description.kind == DeviceKind::Cpu ? mostOnCpu : mostOnCuda;
    for (int size = leastSize; size <= most; size *= 2) {
        series.steps.push_back(
            {say(words::worker::matrices, type, size), operationsOf(size),
             [=](DeviceProbe& probe, Seconds time) { return measureProduct(device, type, size, time, probe); }});
    }
    return series;
}

ProbeSeries clockSeries(const RuntimeDevice& device)
{
    const auto measure = [=](DeviceProbe& probe, Seconds) {
        probe.clocks = clocksAtWork(device);
        return Seconds(0);
    };
    return {ProbePart::Matrix, 0.2, {{words::worker::clocks, 1, measure}}};
}

}

std::vector<ProbeSeries> matrixSeries(const RuntimeDevice& device)
{
    std::vector<ProbeSeries> all;
    for (const ProductType type : typesOf(device)) {
        all.push_back(productsOf(device, type));
    }
    all.push_back(clockSeries(device));
    return all;
}

}
