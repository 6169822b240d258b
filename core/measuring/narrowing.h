// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measuring/plan.h"
#include "core/measuring/plandecision.h"

#include <string>
#include <vector>

namespace stagecraft {

// Orders the remaining steps so that the bounds of plans become narrow soonest.
//
// Lines without any measurement come first (with a decision: only those of its chain), each with its smallest point
// first in the order of `steps`. With a decision, the other points follow by the share of its plans' interval width
// that depends on the point's line, divided by the analytic estimate of the measuring time; each such step names the
// plan and stage that it narrows. After these (and without a decision) come the other points, by the interval width at
// the point times the number of chain layers that it represents, divided by that time; lines already measured at the
// plans' micro-batch come last. The points of a line keep their order. Checks, which narrow nothing, come at the very
// end.
// `known`: measurements of one device.
std::vector<MeasuringStep> byNarrowing(std::vector<MeasuringStep> steps, const ProfileRequest& request,
                                       const std::vector<Measurement>& known,
                                       const std::optional<PlanDecision>& decision = std::nullopt);

}
