// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"

namespace stagecraft {

// The way between a device and its host: near memory, link and far memory in series, so that the slowest of them sets
// the rate; devices that share a link or the memory of a socket share its bandwidth evenly (derived).
struct SwapPath {
    BytesPerSecond device_memory;
    BytesPerSecond link; // each way, of one device
    BytesPerSecond host_memory; // of the socket: reading or writing
    BytesPerSecond shared_link {}; // that several devices hang on: a PCIe switch, a CPU's root; 0: each has its own
    int devices_on_link = 1;
    int devices_on_memory = 1; // of the socket
    bool both_directions_at_once = true; // host memory carries both directions together: each has half of it

    friend bool operator==(const SwapPath&, const SwapPath&) = default;
};

// Bytes a second of one device, each way.
struct SwapRate {
    BytesPerSecond to_host;
    BytesPerSecond to_device;

    friend bool operator==(const SwapRate&, const SwapRate&) = default;
};

SwapRate swapRate(const SwapPath& path);

// The smallest transfer for which the latency of about 100 us that a copy costs is no more than its own time.
Bytes leastTransfer(const SwapRate& rate);

}
