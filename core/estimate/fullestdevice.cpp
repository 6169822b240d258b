// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/fullestdevice.h"

#include <algorithm>

namespace stagecraft {

double filledShare(const DeviceEstimate& device)
{
    return device.capacity > Bytes(0) ? device.device_high / device.capacity : 2.0;
}

Bytes shortfallOf(const DeviceEstimate& device)
{
    return std::max(Bytes(0), device.device_high - device.capacity);
}

namespace {

template <typename Value>
const DeviceEstimate* deviceWithMost(const Estimate& estimate, Value value)
{
    const auto& pipeline_ranks = estimate.devices.pipelineRanks();
    const auto found = std::max_element(
        pipeline_ranks.begin(), pipeline_ranks.end(),
        [&value](const IdenticalDevices& a, const IdenticalDevices& b) { return value(a.first) < value(b.first); });
    return found == pipeline_ranks.end() ? nullptr : &found->first;
}

}

const DeviceEstimate* fullestDevice(const Estimate& estimate)
{
    return deviceWithMost(estimate, filledShare);
}

const DeviceEstimate* peakDevice(const Estimate& estimate)
{
    return deviceWithMost(estimate, [](const DeviceEstimate& device) { return device.peak; });
}

}
