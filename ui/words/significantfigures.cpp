// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/significantfigures.h"

#include "ui/words/numbers.h"

#include <QLocale>

#include <algorithm>
#include <cmath>

namespace stagecraft {

namespace {

constexpr int fewestFigures = 3;
constexpr int mostFigures = 9;

}

int significantFigures(double value, double low, double high)
{
    const double width = high - low;
    if (!std::isfinite(value) || !std::isfinite(width)) {
        return fewestFigures;
    }
    if (!(width > 0)) {
        return mostFigures;
    }
    const double figures = value == 0 ? 0 : std::ceil(std::log10(std::fabs(value) / width)) + 1;
    return static_cast<int>(std::clamp(figures, double(fewestFigures), double(mostFigures)));
}

QString figuresText(double value, int figures)
{
    return figures <= fewestFigures ? numberText(value) : QLocale().toString(value, 'g', figures);
}

QString roundedSecondsText(Seconds seconds, int figures)
{
    return figures <= fewestFigures ? secondsText(seconds)
                                    : QStringLiteral("%1 s").arg(figuresText(seconds.value, figures));
}

}
