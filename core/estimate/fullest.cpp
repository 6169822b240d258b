// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/fullest.h"

#include <algorithm>

namespace stagecraft {

double filledShare(const DeviceEstimate& device)
{
    return device.capacity > Bytes(0) ? device.device_high / device.capacity : 2.0;
}

double peakShare(const DeviceEstimate& device)
{
    return device.capacity > Bytes(0) ? device.peak / device.capacity : 2.0;
}

Bytes shortfallOf(const DeviceEstimate& device)
{
    return std::max(Bytes(0), device.device_high - device.capacity);
}

const DeviceEstimate* fullestDevice(const Estimate& estimate)
{
    const auto& places = estimate.devices.places();
    const auto found = std::max_element(places.begin(), places.end(), [](const AlikeDevices& a, const AlikeDevices& b) {
        return filledShare(a.first) < filledShare(b.first);
    });
    return found == places.end() ? nullptr : &found->first;
}

}
