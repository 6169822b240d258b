// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/profile/devicechoice.h"

namespace stagecraft {

// True if NVIDIA's driver is loaded on this machine, so its GPUs can run measurements.
bool hasNvidiaDriver();

// Returns the local device on which layers can be measured for a device type: this machine's first GPU or CPU; without
// a GPU, a dry device for NVIDIA types.
DeviceChoice measurableHere(const DeviceType& type);

}
