// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/comparablepeak.h"
#include "core/search/search.h"

#include <vector>

namespace stagecraft {

// Steps and costs that differ by less are equal: they are sums of doubles.
inline constexpr double equalWithin = 1 + 1e-12;

// True if a candidate that fits is at least as good in peak and step, and where both have one in the cost of a step,
// and better in one of them.
bool isDominated(const std::vector<Candidate>& candidates, const Estimate& estimate,
                 PeakMeasure measure = PeakMeasure::Bytes);

// Replaces the labels of all, whose peaks are compared by a measure. The first must fit. By memory the one with the
// lowest comparable peak is recommended; else the balanced, the fastest or the cheapest. Balanced is the one with the
// lowest comparable peak of those that fit with
//     step <= max_slowdown x step of the fastest that fits,
// of equals the fastest: only this function defines that order. The earlier one of equals gets a label.
void giveLabels(std::vector<Candidate>& candidates, double max_slowdown, Objective objective = Objective::Memory,
                PeakMeasure measure = PeakMeasure::Bytes);

// Brings the candidate that fits and has the least peak, then the shortest step, to the front. False if none fits.
bool moveFittingToFront(std::vector<Candidate>& candidates, PeakMeasure measure = PeakMeasure::Bytes);

}
