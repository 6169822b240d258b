// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"

#include <algorithm>
#include <cmath>

namespace stagecraft::testing {

// True if the values are equal up to rounding.
inline bool near(double a, double b)
{
    return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
}

inline bool near(Seconds a, Seconds b)
{
    return near(a.value, b.value);
}

}
