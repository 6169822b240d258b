// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/load.h"
#include "core/search/search.h"

#include <vector>

namespace stagecraft {

// True if a candidate that fits is at least as good in both, and better in one.
bool isDominated(const std::vector<Candidate>& candidates, Load load, Seconds step,
                 PeakMeasure measure = PeakMeasure::Bytes);

// Replaces the labels of all, whose peaks are compared by a measure. The first is recommended, and must fit; the
// earlier one of equals gets a label.
void giveLabels(std::vector<Candidate>& candidates, double max_slowdown, PeakMeasure measure = PeakMeasure::Bytes);

// Brings the candidate that fits and has the least peak, then the shortest step, to the front. False if none fits.
bool moveFittingToFront(std::vector<Candidate>& candidates, PeakMeasure measure = PeakMeasure::Bytes);

}
