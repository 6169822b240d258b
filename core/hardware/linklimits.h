// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"

// Limits of links and host transfers: values outside would give times that a simulation cannot add up.
namespace stagecraft {

inline constexpr BytesPerSecond leastBandwidth(1);
inline constexpr BytesPerSecond mostBandwidth(1e15);
inline constexpr Seconds mostLatency(60); // at least 0

}
