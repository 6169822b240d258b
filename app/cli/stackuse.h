// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/estimate.h"

#include <string>

namespace stagecraft {

// Of an estimate as a stack trains: the device's three peaks, and whose each of them is.
std::string stackPeaksText(const DeviceEstimate& device, const StackUse& use);

// What the figures rest on and what is to be known of them, a line each.
std::string stackUseText(const Estimate& estimate, const StackUse& use);

}
