// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/estimate.h"
#include "core/problem/peakmeasure.h"

#include <QString>

namespace stagecraft {

// Describes the difference between a changed plan and the plan before: "3.20 % more peak memory", "about the same step
// time". `measure`: metric that compares peaks.
QString peakChange(const Estimate& changed, const Estimate& before, PeakMeasure measure = PeakMeasure::Bytes);
QString stepChange(const Estimate& changed, const Estimate& before);

}
