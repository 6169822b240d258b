// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/comparablepeak.h"
#include "core/search/search.h"

namespace stagecraft {

// Sums over prefixes round differently from sums over stages: a step up to so many times a bound is the bound's.
inline constexpr double stepBoundRounding = 1 + 1e-9;

// The pipeline rank of the device that has the largest peak by a measure.
int bottleneckOf(const Estimate& estimate, PeakMeasure measure);

// Infeasible: the device of an estimate that lacks most.
Outcome shortOf(const Estimate& estimate);

// That a plan is the best found by its peak, which may be as low as `bound`.
Message openPeak(Bytes bound, Bytes peak);

// A bound below that part of a plan's own says nothing worth reading.
inline constexpr double leastBoundShare = 0.01;

// That a plan is the best found by its step or the cost of it: `better`, "faster", than others by `what`, "time", of
// which none takes less than such a part of this one's, where that is known and at least leastBoundShare.
Message openStep(const Message& better, const Message& what, std::optional<double> bound);

// That a plan is the best found of those that are fast enough to be balanced. `bound`: of its peak the part that none
// takes less than, where that is known; told below 1 and from leastBoundShare on.
Message openBalance(std::optional<double> bound);

// Why the recommended plan of those that fit the allocator is the best found.
Message passedOver(Objective objective);

}
