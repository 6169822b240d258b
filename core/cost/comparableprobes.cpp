// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/comparableprobes.h"

#include "core/cost/prior/roofline.h"

#include <algorithm>

namespace stagecraft {

namespace {

constexpr std::array productTypes {ProductType::Fp32, ProductType::Tf32, ProductType::Bf16, ProductType::Fp16};

std::vector<MatrixRate> ratesOf(const DeviceProbe& probe, ProductType type)
{
    std::vector<MatrixRate> rates;
    std::copy_if(probe.matrix.begin(), probe.matrix.end(), std::back_inserter(rates),
                 [&](const MatrixRate& rate) { return rate.type == type; });
    return rates;
}

// Adds the rates of one type that only `probed` has to `other`, scaled by the ratio of peaks; without peaks, removes
// them from `probed`.
void completeProducts(DeviceProbe& probed, const DeviceType& type, DeviceProbe& other, const DeviceType& other_type,
                      ProductType product)
{
    const std::vector<MatrixRate> rates = ratesOf(probed, product);
    if (rates.empty() || !ratesOf(other, product).empty()) {
        return;
    }
    const auto peak = peakOf(type, product);
    const auto other_peak = peakOf(other_type, product);
    if (!peak || !other_peak) {
        std::erase_if(probed.matrix, [&](const MatrixRate& rate) { return rate.type == product; });
        return;
    }
    const double ratio = *other_peak / *peak;
    for (MatrixRate rate : rates) {
        rate.rate = rate.rate * ratio;
        rate.spread = rate.spread * ratio;
        other.matrix.push_back(rate);
    }
}

void completeMemory(DeviceProbe& probed, const DeviceType& type, DeviceProbe& other, const DeviceType& other_type)
{
    if (probed.memory.empty() || !other.memory.empty()) {
        return;
    }
    if (!type.memory_bandwidth || !other_type.memory_bandwidth) {
        probed.memory.clear();
        return;
    }
    const double ratio = other_type.memory_bandwidth->value / type.memory_bandwidth->value;
    for (MemoryRate rate : probed.memory) {
        rate.rate = rate.rate * ratio;
        rate.spread = rate.spread * ratio;
        other.memory.push_back(rate);
    }
}

}

std::pair<DeviceProbe, DeviceProbe> comparableProbes(const ProbedType& first, const ProbedType& second)
{
    const auto copied = [](const DeviceProbe* probe) { return probe != nullptr ? *probe : DeviceProbe(); };
    DeviceProbe a = copied(first.probe);
    DeviceProbe b = copied(second.probe);
    for (const ProductType product : productTypes) {
        completeProducts(a, first.device, b, second.device, product);
        completeProducts(b, second.device, a, first.device, product);
    }
    completeMemory(a, first.device, b, second.device);
    completeMemory(b, second.device, a, first.device);
    return {std::move(a), std::move(b)};
}

}
