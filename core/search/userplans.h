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

// Partitioner name of user-defined plans.
inline constexpr const char* userPartitioner = "own";

// A user-defined plan that cannot be estimated for the current problem.
struct RefusedPlan {
    std::string name;
    Error error; // those of validate(Plan) and estimatePlan()

    friend bool operator==(const RefusedPlan&, const RefusedPlan&) = default;
};

struct UserCandidates {
    std::vector<Candidate> candidates; // in the order of the plans, with their names
    std::vector<RefusedPlan> refused;
};

// Estimates each plan as a candidate, or reports why not. Plans not reached when stopped are missing.
UserCandidates estimateUserPlans(const PlanningSession& session, const CostModel& model, const std::stop_token& stop);

}
