// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/profile/deviceprobe.h"
#include "core/runtime/device.h"

namespace stagecraft {

// The clocks of a device, the compute clock right behind products of matrices. Throws what libtorch throws.
DeviceClocks clocksAtWork(const RuntimeDevice& device);

}
