// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/costmodel.h"
#include "core/plan/question.h"
#include "core/search/search.h"

#include <stop_token>
#include <string>
#include <vector>

namespace stagecraft {

// Partitioner of candidates that are the user's own plans.
inline constexpr const char* ownPartitioner = "own";

// One of the user's plans that cannot be estimated for the problem as it is.
struct RefusedPlan {
    std::string name;
    Error error; // those of validate(Plan) and estimatePlan()

    friend bool operator==(const RefusedPlan&, const RefusedPlan&) = default;
};

struct OwnCandidates {
    std::vector<Candidate> candidates; // in the order of the plans, with their names
    std::vector<RefusedPlan> refused;
};

// Each of the plans as a candidate, or why not. Those that are not reached when stopped are missing.
OwnCandidates estimateOwn(const Question& question, const CostModel& model, const std::stop_token& stop);

}
