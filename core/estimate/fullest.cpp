// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/fullest.h"

#include <algorithm>

namespace stagecraft {

double filledShare(const DeviceEstimate& device)
{
    return device.capacity > Bytes(0) ? device.device_high / device.capacity : 2.0;
}

const DeviceEstimate* fullestDevice(const Estimate& estimate)
{
    const auto found = std::max_element(
        estimate.devices.begin(), estimate.devices.end(),
        [](const DeviceEstimate& a, const DeviceEstimate& b) { return filledShare(a) < filledShare(b); });
    return found == estimate.devices.end() ? nullptr : &*found;
}

}
