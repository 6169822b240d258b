// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/cluster.h"
#include "core/profile/measurement.h"

#include <optional>

namespace stagecraft {

// How much what one device measured says of another, from the most to the least.
enum class DeviceSimilarity {
    Same, // such a device measured
    SameKind, // bytes carry over, times are scaled
    OtherKind, // bytes carry over as far as the kernels are alike, times do not
};

// Drivers' names tell what measured. A type without any stands for every device of its kind, as the catalogue's "cpu".
DeviceSimilarity deviceSimilarity(const MeasuredDevice& measured, const DeviceType& device);

// The type of what measured: nothing where the catalogue does not know it. Safe from any thread.
std::optional<DeviceType> typeOf(const MeasuredDevice& measured);

}
