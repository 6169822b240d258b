// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"

namespace stagecraft {

using Watts = Quantity<struct WattsUnit, double>;
using UsdPerKilowattHour = Quantity<struct UsdPerKilowattHourUnit, double>;

// Cost of drawing this power for one hour.
constexpr UsdPerHour operator*(Watts power, UsdPerKilowattHour price)
{
    return UsdPerHour(power.value / 1000.0 * price.value);
}

}
