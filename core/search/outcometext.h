// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/comparablepeak.h"
#include "core/search/search.h"

namespace stagecraft {

// Factor within which a step equals its bound: sums over prefixes round differently from sums over stages.
inline constexpr double stepBoundRounding = 1 + 1e-9;

// Returns the stage of the device with the largest peak by a measure.
int bottleneckOf(const Estimate& estimate, PeakMeasure measure);

// Returns the outcome Infeasible, with the device of an estimate that has the largest shortfall.
Outcome shortOf(const Estimate& estimate);

// Returns the message for a plan that is the best found by its peak, when the lowest peak may be as low as `bound`.
Message openPeak(Bytes bound, Bytes peak);

// Smallest bound worth reporting, as a share of the plan's value.
inline constexpr double leastBoundShare = 0.01;

// Returns the message for a plan that is the best found by its step or cost. `better`: "faster"; `what`: "time";
// `bound`: lower bound as a share of the plan's value; empty if unknown, omitted below leastBoundShare.
Message openStep(const Message& better, const Message& what, std::optional<double> bound);

// Returns the message for a plan that is the best found of those fast enough to be balanced. `bound`: lower bound as a
// share of the plan's peak; empty if unknown, omitted below leastBoundShare and from 1 on.
Message openBalance(std::optional<double> bound);

// Returns the reason why the recommended plan is only the best found: better ones do not fit the allocator.
Message passedOver(Objective objective);

}
