// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>

namespace stagecraft {

// A number with a unit. Equal units add, subtract and compare; a plain number scales; mixing units does not compile.
template <typename Unit, typename Rep>
struct Quantity {
    Rep value {};

    constexpr Quantity() = default;
    constexpr explicit Quantity(Rep v) : value(v) {}

    constexpr Quantity& operator+=(Quantity other)
    {
        value += other.value;
        return *this;
    }
    constexpr Quantity& operator-=(Quantity other)
    {
        value -= other.value;
        return *this;
    }

    friend constexpr Quantity operator+(Quantity a, Quantity b) { return Quantity(a.value + b.value); }
    friend constexpr Quantity operator-(Quantity a, Quantity b) { return Quantity(a.value - b.value); }
    friend constexpr Quantity operator-(Quantity a) { return Quantity(-a.value); }
    friend constexpr Quantity operator*(Quantity a, Rep factor) { return Quantity(a.value * factor); }
    friend constexpr Quantity operator*(Rep factor, Quantity a) { return Quantity(a.value * factor); }
    friend constexpr Quantity operator/(Quantity a, Rep divisor) { return Quantity(a.value / divisor); }
    friend constexpr double operator/(Quantity a, Quantity b)
    {
        return static_cast<double>(a.value) / static_cast<double>(b.value);
    }
    friend constexpr auto operator<=>(Quantity, Quantity) = default;
};

using Bytes = Quantity<struct BytesUnit, std::int64_t>;
using Seconds = Quantity<struct SecondsUnit, double>;
using Flops = Quantity<struct FlopsUnit, double>;
using BytesPerSecond = Quantity<struct BytesPerSecondUnit, double>;
using FlopsPerSecond = Quantity<struct FlopsPerSecondUnit, double>;
using Usd = Quantity<struct UsdUnit, double>;
using UsdPerHour = Quantity<struct UsdPerHourUnit, double>;

constexpr Seconds operator/(Bytes amount, BytesPerSecond rate)
{
    return Seconds(static_cast<double>(amount.value) / rate.value);
}
constexpr Seconds operator/(Flops amount, FlopsPerSecond rate)
{
    return Seconds(amount.value / rate.value);
}
constexpr Usd operator*(UsdPerHour price, Seconds time)
{
    return Usd(price.value * time.value / 3600.0);
}

// Returns `factor` times `bytes`, rounded to the nearest byte.
constexpr Bytes scaled(Bytes bytes, double factor)
{
    return Bytes(static_cast<std::int64_t>(static_cast<double>(bytes.value) * factor + 0.5));
}

inline constexpr double bytesPerGibibyte = 1073741824.0;

constexpr Bytes gibibytes(double count)
{
    return Bytes(static_cast<std::int64_t>(count * bytesPerGibibyte + 0.5));
}

}
