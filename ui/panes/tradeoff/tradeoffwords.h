// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace stagecraft {

class PlanSelection;
struct PlanScale;

// One sentence about all plans in the chart: their ranges on both axes, and the fastest plan that fits.
QString tradeoffSummary(const PlanSelection& plans, const PlanScale& across, const PlanScale& upwards);

}
