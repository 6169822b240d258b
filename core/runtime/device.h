// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/profile/devicechoice.h"
#include "core/profile/measurement.h"

namespace stagecraft {

// A device to run layers on, as opened by openDevice().
struct RuntimeDevice {
    int index = 0;
    MeasuredDevice description;
};

// Opens a device and determines its properties. On CUDA this creates the driver context. Errors: DeviceUnavailable.
Result<RuntimeDevice> openDevice(DeviceKind kind, int index);

// Opens the device of a request. A dry device needs a process prepared by DryLaunch. Errors: DeviceUnavailable,
// DryRunUnavailable.
Result<RuntimeDevice> openDevice(const DeviceChoice& choice);

}
