// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measuring/plan.h"
#include "core/measuring/plandecision.h"

#include <string>
#include <vector>

namespace stagecraft {

// Brings what is left to measure into the order in which it makes the bounds of plans narrow soonest: first the lines
// of which nothing is known (with a question: those of its chain), the smallest point first as `steps` has them. Then,
// where there is a question, by how much of the bounds of its plans rests on a point's line, over the time that
// formulas expect of the measurement; each such step says which plan and stage it narrows. Then (and without a
// question) by how wide the bounds still are at a point, times the chain's layers that it stands for, over that time;
// of lines that were measured where the plans are, last. The points of a line keep their order; checks, which narrow
// nothing, come last. `known`: of one device.
std::vector<MeasuringStep> byNarrowing(std::vector<MeasuringStep> steps, const ProfileRequest& request,
                                       const std::vector<Measurement>& known,
                                       const std::optional<PlanDecision>& decision = std::nullopt);

}
