// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"

#include <QString>

namespace stagecraft {

// Figures for tooltips and breakdowns with at least three digits, and no more than their bounds warrant.

int significantFigures(double value, double low, double high); // 3 to 9
QString figuresText(double value, int figures); // "12.3456"

// "164.705322 s" without bounds, "2 min 45 s" with bounds of 94 and 234 s.
QString roundedSecondsText(Seconds seconds, int figures);

}
