// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace stagecraft {

class PlanSelection;
struct PlanScale;

// One sentence on all plans as the trade-off shows them: from where to where they lie on both axes, and which one fits
// and is the fastest.
QString tradeoffSummary(const PlanSelection& plans, const PlanScale& across, const PlanScale& upwards);

}
