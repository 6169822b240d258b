// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/estimate.h"
#include "core/problem/peakmeasure.h"

#include <QString>

namespace stagecraft {

// Differences of a changed plan in words: "3.20 % more peak memory", "about the same step time". `measure`: how peaks
// are compared.
QString peakChange(const Estimate& changed, const Estimate& before, PeakMeasure measure = PeakMeasure::Bytes);
QString stepChange(const Estimate& changed, const Estimate& before);

}
