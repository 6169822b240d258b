// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/measuring/request.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace stagecraft {

// How much of the bounds of the plans in question rests on a line's bytes and times (lineKey()), and where most.
struct PlanShare {
    double width = 0; // relative: of the peak and of the step, summed over the plans
    bool measured = false; // its bytes are, at the plans' micro-batch
    Message where; // "stage 2 of 4, with 2 replicas, cut at 0,5,9,12,14"
};

// What the measurements are to decide between: the plans with the lowest peaks of a profile request's target.
struct PlanDecision {
    std::map<std::string, PlanShare> lines; // all of the target's chain
    // The plan with the least peak is known well enough: its bounds are within the request's tolerance, or below those
    // of the next best depth and data degree. Then measuring its layers further changes no decision.
    bool decided = false;
};

// By what is known so far: the best plan of each depth and data degree, of these the two with the lowest peaks. A
// line's bytes count where a plan has its peak: what its layers there keep for the micro-batches in flight, and what
// they take for the moment, times their bounds' half-width. Its times count in the stage that takes the longest. Layers
// of one line are off together, so that they add up. Nothing where the request has no target, or one that cannot be
// planned for. `known`: of one device.
std::optional<PlanDecision> planDecision(const ProfileRequest& request, const std::vector<Measurement>& known);

}
