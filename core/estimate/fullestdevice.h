// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/estimate.h"

namespace stagecraft {

// Returns the upper bound of a device's memory as a fraction of its capacity; the plan fits if it is at most 1. Returns
// 2 for a device without capacity.
double filledShare(const DeviceEstimate& device);

// Returns the bytes by which the upper bound exceeds the capacity, which excludes the reserve; 0 if the device fits.
Bytes shortfallOf(const DeviceEstimate& device);

// Returns the device with the largest filledShare(), the first of several. Null if the estimate has no devices.
const DeviceEstimate* fullestDevice(const Estimate& estimate);

// Returns the device with the plan's peak, the first of several. Null if the estimate has no devices. May differ from
// fullestDevice(), which may have less memory or a higher upper bound.
const DeviceEstimate* peakDevice(const Estimate& estimate);

}
