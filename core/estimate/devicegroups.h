// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/deviceestimates.h"

#include <vector>

namespace stagecraft {

// Consecutive devices of one pipeline rank whose estimates are equal.
struct DeviceGroup {
    int first = 0; // index of the device
    int count = 1;

    int last() const { return first + count - 1; }
    friend bool operator==(const DeviceGroup&, const DeviceGroup&) = default;
};

// All devices in their order, each in one group; linear in the places of the plan.
std::vector<DeviceGroup> equalDevices(const DeviceEstimates& devices);

}
