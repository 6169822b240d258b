// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/sourced.h"
#include "core/hardware/cluster.h"

#include <optional>

namespace stagecraft {

// Returns the bandwidth between a device and its host's memory, per direction, by the PCI Express generation of devices
// with its compute capability; empty if that is unknown.
std::optional<Sourced<BytesPerSecond>> hostBandwidth(const DeviceType& device);

}
