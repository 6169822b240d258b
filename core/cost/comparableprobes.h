// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/cluster.h"
#include "core/profile/deviceprobe.h"

#include <utility>

namespace stagecraft {

// A device type with its probe, where there is one.
struct ProbedType {
    const DeviceType& device;
    const DeviceProbe* probe = nullptr;
};

// Rates of two devices for the ratio of their rooflines. Where one of them alone was probed, the other is taken to
// reach the same share of its data sheet's peak at every size of matrix products (the efficiency curve), and of its
// data sheet's bandwidth; where its data sheet does not tell, both go without, so that a measured rate is never
// compared with a peak.
std::pair<DeviceProbe, DeviceProbe> comparableProbes(const ProbedType& first, const ProbedType& second);

}
