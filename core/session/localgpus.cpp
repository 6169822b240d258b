// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/localgpus.h"

#include <unistd.h>

namespace stagecraft {

bool hasNvidiaDriver()
{
    return ::access("/proc/driver/nvidia/version", F_OK) == 0;
}

DeviceChoice measurableHere(const DeviceType& type)
{
    const bool dry = type.kind == DeviceKind::Cuda && type.compute_capability && !hasNvidiaDriver();
    return {type.kind, 0, dry ? std::optional(type) : std::nullopt};
}

}
