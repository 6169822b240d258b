// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/cluster.h"
#include "core/profile/measurement.h"

#include <memory>
#include <vector>

namespace stagecraft {

// Times consecutive pieces of work on a device: with the steady clock on the CPU, with events in the current stream on
// CUDA.
class Stopwatch {
public:
    Stopwatch() = default;
    Stopwatch(const Stopwatch&) = delete;
    Stopwatch& operator=(const Stopwatch&) = delete;
    virtual ~Stopwatch() = default;

    virtual void lap() = 0;
    // Returns the times between the laps so far and restarts. Waits for the device.
    virtual std::vector<Seconds> take() = 0;
};

std::unique_ptr<Stopwatch> makeStopwatch(DeviceKind kind);

// Returns the median and half the interquartile range (linear interpolation). Needs at least one value.
Timing timingOf(std::vector<Seconds> values);

}
