// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/memoryreport.h"

#include "app/cli/figuretext.h"
#include "core/base/format.h"
#include "core/estimate/fullestdevice.h"
#include "core/estimate/hostmemoryuse.h"
#include "core/memory/largestpart.h"

#include <algorithm>

namespace stagecraft {

namespace {

// Maximum host memory of one device.
Bytes mostOfDevice(const Estimate& estimate)
{
    Bytes most;
    for (const DeviceEstimate& device : estimate.devices) {
        most = std::max(most, device.host);
    }
    return most;
}

}

std::string momentText(const Problem& problem, const PeakMoment& moment)
{
    if (moment.phase == MemoryPhase::OptimizerStep) {
        return "at the optimizer step";
    }
    const auto layer = static_cast<std::size_t>(moment.layer);
    return std::string(moment.phase == MemoryPhase::Forward ? "in the forward pass" : "in the backward pass")
        + (layer < problem.model.layers.size() ? " of " + problem.model.layers[layer].name : std::string());
}

std::string peakText(const Problem& problem, const Estimate& estimate)
{
    const auto highest = std::max_element(estimate.devices.begin(), estimate.devices.end(),
                                          [](const auto& a, const auto& b) { return a.peak < b.peak; });
    if (highest == estimate.devices.end()) {
        return {};
    }
    const auto [part, bytes] = largestPart(highest->breakdown);
    const bool passes = highest->moment.phase != MemoryPhase::OptimizerStep;
    return "Peak on device " + std::to_string(highest - estimate.devices.begin()) + ": " + formatBytes(highest->peak)
        + ", " + momentText(problem, highest->moment)
        + (passes ? " (micro-batch " + std::to_string(highest->moment.micro_batch) + ")" : std::string())
        + "; largest part: " + std::string(part) + ", " + formatBytes(bytes) + ".\n";
}

std::string hostText(const Problem& problem, const Plan& plan, const Estimate& estimate)
{
    const Bytes device = mostOfDevice(estimate);
    const Bytes node = mostOnHost(problem, plan, estimate);
    return device > Bytes(0)
        ? "Host memory: up to " + formatBytes(device) + " per device, " + formatBytes(node) + " per node.\n"
        : "";
}

std::string fitsText(const Estimate& estimate)
{
    if (!estimate.fits) {
        return "The plan does not fit: " + capacityExceededText(*fullestDevice(estimate)) + ".\n";
    }
    const bool host = mostOfDevice(estimate) > Bytes(0);
    return std::string("The plan fits")
        + (host ? " the devices; host memory is not checked (capacity unknown).\n" : ".\n");
}

}
