// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/cluster.h"
#include "core/profile/measurement.h"

#include <optional>

namespace stagecraft {

// Degree to which measurements of one device apply to another, closest first.
enum class DeviceSimilarity {
    Same, // measured on a device of the type
    SameKind, // bytes apply, times are scaled
    OtherKind, // bytes apply as far as the kernels match; times do not
};

// Compares a measured device with a type by driver name. A type without driver names stands for every device of its
// kind, such as the catalogue's "cpu".
DeviceSimilarity deviceSimilarity(const MeasuredDevice& measured, const DeviceType& device);

// Returns the type of a measured device. Empty if the catalogue lacks it. Safe from any thread.
std::optional<DeviceType> typeOf(const MeasuredDevice& measured);

}
