// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/costmodel.h"
#include "core/plan/planningsession.h"
#include "core/search/search.h"

#include <stop_token>
#include <string>
#include <vector>

namespace stagecraft {

// Partitioner of candidates that are user-defined plans.
inline constexpr const char* userPartitioner = "own";

// One of the user's plans that cannot be estimated for the problem as it is.
struct RefusedPlan {
    std::string name;
    Error error; // those of validate(Plan) and estimatePlan()

    friend bool operator==(const RefusedPlan&, const RefusedPlan&) = default;
};

struct UserCandidates {
    std::vector<Candidate> candidates; // in the order of the plans, with their names
    std::vector<RefusedPlan> refused;
};

// Each of the plans as a candidate, or why not. Those that are not reached when stopped are missing.
UserCandidates estimateUserPlans(const PlanningSession& session, const CostModel& model, const std::stop_token& stop);

}
