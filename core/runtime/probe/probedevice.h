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

// What a probe tells while it runs, on the calling thread.
struct ProbeEvents {
    std::function<void(const MeasuredDevice& device)> opened;
    ProbeProgress begins;
};

// Measures what the device can do, in about the request's budget. Needs a process that has not touched the device yet:
// it measures what the device's context takes, too. What cannot be measured is left out and noted in the probe. Errors:
// DeviceUnavailable. One call at a time in a process: it limits the process's memory meanwhile.
// `rankProgram`: the path of stagecraft-worker, for messages between processes; empty: none are measured.
Result<DeviceProbe> probeDevice(const ProbeRequest& request, const std::string& rankProgram, const ProbeEvents& events);

}
