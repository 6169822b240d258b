// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/deviceestimates.h"

#include <vector>

namespace stagecraft {

// Consecutive devices of one pipeline rank whose estimates are equal.
struct DeviceGroup {
    int first = 0; // device index
    int count = 1;

    int last() const { return first + count - 1; }
    friend bool operator==(const DeviceGroup&, const DeviceGroup&) = default;
};

// Groups all devices, in order. Complexity: linear in the number of pipeline ranks.
std::vector<DeviceGroup> equalDevices(const DeviceEstimates& devices);

}
