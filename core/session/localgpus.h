// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/profile/devicechoice.h"

namespace stagecraft {

// True if this machine has NVIDIA's driver loaded, so that its GPUs can measure.
bool hasNvidiaDriver();

// The device that can measure layers for devices of a type here: the first GPU or the CPU of this machine; where it has
// no GPU, a dry one of NVIDIA's types.
DeviceChoice measurableHere(const DeviceType& type);

}
