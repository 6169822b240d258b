// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/profile/deviceprobe.h"
#include "core/runtime/device.h"

namespace stagecraft {

// Returns the clocks of a device; reads the compute clock immediately after matrix products. Throws libtorch's
// exceptions.
DeviceClocks clocksAtWork(const RuntimeDevice& device);

}
