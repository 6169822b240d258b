// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/hardware/hostlink.h"

namespace stagecraft {

namespace {

// Returns the bandwidth of 16 lanes with 128b/130b encoding: 8, 16 and 32 GT/s (PCI-SIG, PCI Express Base Specification
// 3.0, 4.0, 5.0).
Sourced<BytesPerSecond> lanes(int generation)
{
    const double rate = generation == 3 ? 8e9 : generation == 4 ? 16e9 : 32e9;
    return {BytesPerSecond(rate * 16 / 8 * 128 / 130),
            verbatim("PCI Express " + std::to_string(generation) + ".0 x16, nominal"), "2026-11-22"};
}

}

std::optional<Sourced<BytesPerSecond>> hostBandwidth(const DeviceType& device)
{
    const double capability = computeCapability(device);
    if (capability <= 0) {
        return std::nullopt;
    }
    if (capability < 8.0) { // up to Turing
        return lanes(3);
    }
    return lanes(capability < 9.0 ? 4 : 5); // Ampere and Ada; Hopper and later
}

}
