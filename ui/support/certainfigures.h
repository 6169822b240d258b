// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"

#include <QString>

namespace stagecraft {

// Figures for tool tips and breakdowns, with no more digits than bounds leave certain: three at least.

int certainFigures(double value, double low, double high); // 3 to 9
QString figuresText(double value, int figures); // "12.3456"

// "164.705322 s" where that is certain, "2 min 45 s" where it is between 94 and 234 s.
QString certainSecondsText(Seconds seconds, int figures);

}
