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

// Share of the plans' interval widths that depends on the bytes and times of a line (lineKey()), and the place with the
// largest share.
struct PlanShare {
    double width = 0; // relative width of peak and step time, summed over the plans
    bool measured = false; // true if its bytes were measured at the plans' micro-batch
    Message where; // "stage 2 of 4, with 2 replicas, cut at 0,5,9,12,14"
};

// The decision that the measurements serve: the choice among the plans with the lowest peaks of a request's target.
struct PlanDecision {
    std::map<std::string, PlanShare> lines; // all lines of the target's chain
    // True if the plan with the lowest peak is known well enough: its interval is within the request's tolerance, or
    // below that of the next best PP and DP size. Further measurements of its layers then change no decision.
    bool decided = false;
};

// Computes the decision from the measurements so far: the best plan of each PP and DP size, and of these the two with
// the lowest peaks. A line's bytes count at a plan's peak: bytes saved by its layers there for the micro-batches in
// flight, plus temporary memory, times the half-width of their intervals. Its times count in the slowest stage. Errors
// of layers on one line are fully correlated and therefore add up. Empty if the request has no target, or one that
// cannot be planned for. `known`: measurements of one device.
std::optional<PlanDecision> planDecision(const ProfileRequest& request, const std::vector<Measurement>& known);

}
