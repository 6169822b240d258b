// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"

namespace stagecraft {

// Path between a device and its host: device memory, link and host memory in series; the slowest sets the rate. Devices
// that share a link or the memory of a socket share its bandwidth evenly (derived).
struct SwapPath {
    BytesPerSecond device_memory;
    BytesPerSecond link; // per device, each way
    BytesPerSecond host_memory; // per socket, reading or writing
    // Bandwidth of a link that several devices share (PCIe switch, CPU root complex); 0: no shared link.
    BytesPerSecond shared_link {};
    int devices_on_link = 1;
    int devices_on_memory = 1; // per socket
    bool both_directions_at_once = true; // host memory serves both directions together, each with half of its bandwidth

    friend bool operator==(const SwapPath&, const SwapPath&) = default;
};

// Copy bandwidth of one device, by direction.
struct SwapRate {
    BytesPerSecond to_host;
    BytesPerSecond to_device;

    friend bool operator==(const SwapRate&, const SwapRate&) = default;
};

SwapRate swapRate(const SwapPath& path);

// Returns the smallest transfer whose duration is at least the copy latency of about 100 us.
Bytes leastTransfer(const SwapRate& rate);

}
