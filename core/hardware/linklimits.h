// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"

// What links and other ways between memories may be: beyond that times are no numbers, or none that a simulation can
// add up.
namespace stagecraft {

inline constexpr BytesPerSecond leastBandwidth(1);
inline constexpr BytesPerSecond mostBandwidth(1e15);
inline constexpr Seconds mostLatency(60); // from 0

}
