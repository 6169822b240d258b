// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/axisrange.h"

#include "ui/words/numbers.h"

#include <algorithm>
#include <cmath>

namespace stagecraft {

namespace {

// 1, 2, 2.5 or 5 times a power of ten, at least `width`.
double roundStep(double width)
{
    const double power = std::pow(10.0, std::floor(std::log10(width)));
    for (const double factor : {1.0, 2.0, 2.5, 5.0}) {
        if (width <= factor * power * (1 + 1e-9)) {
            return factor * power;
        }
    }
    return 10 * power;
}

}

AxisRange AxisRange::around(double least, double most, int steps)
{
    if (!std::isfinite(least) || !std::isfinite(most) || most < least) {
        return {};
    }
    if (least >= 0 && least <= most / 3) {
        least = 0;
    }
    if (most - least < std::fabs(most) * 1e-6 || most == least) {
        const double room = most == 0 ? 1 : std::fabs(most) * 0.25;
        least -= room;
        most += room;
    }
    AxisRange range;
    range.step = roundStep((most - least) / std::max(steps, 1));
    range.from = std::floor(least / range.step + 1e-9) * range.step;
    range.to = std::ceil(most / range.step - 1e-9) * range.step;
    return range;
}

QList<double> AxisRange::ticks() const
{
    QList<double> all;
    const int count = static_cast<int>(std::lround((to - from) / step));
    for (int i = 0; i <= count; ++i) {
        all << from + i * step;
    }
    return all;
}

int AxisRange::decimals() const
{
    for (int digits = 0; digits < 9; ++digits) {
        const double shifted = step * std::pow(10.0, digits);
        if (std::fabs(shifted - std::round(shifted)) < 1e-6 * std::fabs(shifted)) {
            return digits;
        }
    }
    return 9;
}

double byteAxisEnd(Bytes most)
{
    const double unit = byteUnitFor(most).size;
    return AxisRange::around(0, static_cast<double>(most.value) / unit, 6).to * unit;
}

}
