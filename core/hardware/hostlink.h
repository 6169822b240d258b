// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/sourced.h"
#include "core/hardware/cluster.h"

#include <optional>

namespace stagecraft {

// Bandwidth between a device and its host's memory, each way, by the generation of PCI Express that devices of its
// compute capability have; nothing where that is not known, as for devices without one.
std::optional<Sourced<BytesPerSecond>> hostBandwidth(const DeviceType& device);

}
