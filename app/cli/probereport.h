// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/profile/deviceprobe.h"

#include <string>

namespace stagecraft {

// Tables of the probe.
std::string probeText(const DeviceProbe& probe);

// One line with the best rates.
std::string probeSummary(const DeviceProbe& probe);

}
