// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/estimate.h"
#include "core/problem/peakmeasure.h"

#include <QString>

namespace stagecraft {

// What a changed plan takes beside another one, in words: "3.20 % more peak memory", "a step about as long"; of unlike
// devices by what peaks are compared by.
QString peakChange(const Estimate& changed, const Estimate& before, PeakMeasure measure = PeakMeasure::Bytes);
QString stepChange(const Estimate& changed, const Estimate& before);

}
