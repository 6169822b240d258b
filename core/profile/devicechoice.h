// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/cluster.h"

#include <optional>

namespace stagecraft {

// The device to measure: a real one of this machine, or a dry one, whose kind is that of its type.
struct DeviceChoice {
    DeviceKind kind = DeviceKind::Cpu;
    int index = 0;
    // Dry device, which needs no GPU: libtorch runs over a CUDA runtime that computes nothing.
    std::optional<DeviceType> dry {};

    friend bool operator==(const DeviceChoice&, const DeviceChoice&) = default;
};

}
