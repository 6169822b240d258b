// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/estimate.h"

namespace stagecraft {

// How much of its capacity the upper bound of a device's memory fills: it fits up to 1. Of a device without any
// capacity 2, so that it counts as overfull.
double filledShare(const DeviceEstimate& device);

// What the upper bound of a device's memory needs beyond its capacity, which is without the reserve; 0 where it fits.
Bytes shortfallOf(const DeviceEstimate& device);

// The device that is fullest by that share, the first of several; null where an estimate has no devices.
const DeviceEstimate* fullestDevice(const Estimate& estimate);

// The device with the plan's peak, the first of several; null likewise. Another one may be fullest: of less memory, or
// of a higher upper bound.
const DeviceEstimate* peakDevice(const Estimate& estimate);

}
