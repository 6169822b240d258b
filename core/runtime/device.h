// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/profile/devicechoice.h"
#include "core/profile/measurement.h"

namespace stagecraft {

// A device that layers run on, as openDevice() found it.
struct RuntimeDevice {
    int index = 0;
    MeasuredDevice description;
};

// Finds out whether a device can be used and what it is. On CUDA this makes the driver's context.
// Errors: DeviceUnavailable.
Result<RuntimeDevice> openDevice(DeviceKind kind, int index);

// The same for the device of a request. A dry one needs a process that DryLaunch prepared. Errors: DeviceUnavailable,
// DryRunUnavailable.
Result<RuntimeDevice> openDevice(const DeviceChoice& choice);

}
