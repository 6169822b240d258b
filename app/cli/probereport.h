// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/profile/deviceprobe.h"

#include <string>

namespace stagecraft {

// What a device can do, in tables for people.
std::string probeText(const DeviceProbe& probe);

// The same in one line: the best rates.
std::string probeSummary(const DeviceProbe& probe);

}
