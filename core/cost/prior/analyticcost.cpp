// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/prior/analyticcost.h"

#include "core/cost/prior/layerprior.h"

#include <algorithm>
#include <optional>

namespace stagecraft {

namespace {

// Of a device whose type says nothing: a few cores of a server processor.
constexpr FlopsPerSecond assumedPeak(1e11);
constexpr BytesPerSecond assumedBandwidth(1e10);
// Large products on H100 and A100 reach 0.40 to 0.72 of the data sheet's peak in the published runs of nanotron and
// Megatron-LM.
constexpr double achievedShare = 0.5;
constexpr Seconds startOnCuda(5e-6); // of a kernel
constexpr Seconds startOnCpu(2e-6);
constexpr double halfWidth = 0.5; // of a time
constexpr double memoryWidth = 0.5;
constexpr double backwardWork = 2; // forward passes

template <typename Amount>
Amount valueOr(const std::optional<Sourced<Amount>>& figure, Amount fallback)
{
    return figure ? figure->value : fallback;
}

// As the workload's precision computes; what a device has no rate for runs at that of fp32.
FlopsPerSecond peakOf(const DeviceType& device, Precision precision)
{
    const FlopsPerSecond wide = valueOr(device.peak_fp32, assumedPeak);
    switch (precision) {
    case Precision::Fp32:
        return wide;
    case Precision::Bf16Autocast:
    case Precision::Bf16Master:
        return valueOr(device.peak_bf16, wide);
    case Precision::Fp16:
        return valueOr(device.peak_fp16, wide);
    }
    return wide;
}

}

Result<LayerCost> analyticCost(const ProfilePoint& point, const DeviceType& device)
{
    const auto prior = layerPrior(point, device.kind);
    if (!prior) {
        return failure(prior.error());
    }
    LayerCost cost;
    cost.memory = prior->memory;
    const auto shard = shardAt(point);
    setState(cost, shard ? *shard : point.spec, point);
    const Seconds arithmetic = prior->flops / (peakOf(device, point.precision) * achievedShare);
    const BytesPerSecond bandwidth = valueOr(device.memory_bandwidth, assumedBandwidth);
    const Seconds traffic = Bytes(static_cast<std::int64_t>(prior->traffic)) / bandwidth;
    const Seconds starts =
        (device.kind == DeviceKind::Cuda ? startOnCuda : startOnCpu) * static_cast<double>(prior->operations);
    const Seconds forward = std::max(arithmetic, traffic) + starts;
    const auto timing = [](Seconds time) { return Timing {time, time * halfWidth}; };
    cost.forward = timing(forward);
    cost.backward = timing(forward * (backwardWork + (point.recompute ? 1 : 0)));
    // Parameters, gradients and states are read and written once.
    const Bytes state = cost.memory.parameters + cost.memory.gradients * 5;
    cost.optimizer = timing(state / bandwidth);
    cost.memory_width = memoryWidth;
    cost.basis = Basis::Analytic;
    cost.extrapolated = true;
    return cost;
}

}
