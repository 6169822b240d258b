// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/cluster.h"
#include "core/profile/deviceprobe.h"

#include <utility>

namespace stagecraft {

// A device type with its probe; null if it was not probed.
struct ProbedType {
    const DeviceType& device;
    const DeviceProbe* probe = nullptr;
};

// Returns the rates of two devices for the ratio of their rooflines. If only one was probed, the other is assumed to
// reach the same share of its data-sheet peak at every size of matrix product (the efficiency curve), and of its
// data-sheet bandwidth. If its data sheet lacks the figure, both devices lose the measured rate, so that a measured
// rate is never compared with a peak.
std::pair<DeviceProbe, DeviceProbe> comparableProbes(const ProbedType& first, const ProbedType& second);

}
