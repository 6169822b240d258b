// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/measuring/proberequest.h"
#include "core/runtime/device.h"
#include "core/runtime/probe/probeseries.h"

#include <functional>
#include <string>

namespace stagecraft {

// Progress callbacks of a probe, on the calling thread.
struct ProbeEvents {
    std::function<void(const MeasuredDevice& device)> opened;
    ProbeProgress begins;
};

// Measures the capabilities of the device, in about the request's budget. Needs a process that has not used the device
// yet, as the context's size is measured, too. Parts that cannot be measured are noted in the probe. Errors:
// DeviceUnavailable. One call at a time per process: it limits the process's memory meanwhile.
// `rankProgram`: path of stagecraft-worker, for messages between processes; empty: these are not measured.
Result<DeviceProbe> probeDevice(const ProbeRequest& request, const std::string& rankProgram, const ProbeEvents& events);

}
