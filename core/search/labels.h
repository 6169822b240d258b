// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/comparablepeak.h"
#include "core/search/search.h"

#include <vector>

namespace stagecraft {

// Relative tolerance for equal steps and costs, which are sums of doubles.
inline constexpr double equalWithin = 1 + 1e-12;

// True if a candidate that fits is at least as good in peak, step and (if both have one) cost per step, and better in
// one of them.
bool isDominated(const std::vector<Candidate>& candidates, const Estimate& estimate,
                 PeakMeasure measure = PeakMeasure::Bytes);

// Replaces the labels of all candidates, comparing peaks by `measure`. The first must fit. Objective Memory recommends
// the candidate with the lowest comparable peak; the others the balanced, the fastest or the cheapest one. Balanced is
// the candidate with the lowest comparable peak of those that fit with
//     step <= max_slowdown x step of the fastest that fits,
// and the fastest among equals: only this function defines that order. Among equals the earlier candidate gets the
// label.
void giveLabels(std::vector<Candidate>& candidates, double max_slowdown, Objective objective = Objective::Memory,
                PeakMeasure measure = PeakMeasure::Bytes);

// Moves the candidate that fits with the lowest peak, then the shortest step, to the front. False if none fits.
bool moveFittingToFront(std::vector<Candidate>& candidates, PeakMeasure measure = PeakMeasure::Bytes);

}
