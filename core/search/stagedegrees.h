// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/plancosts.h"
#include "core/search/chainlibrary.h"
#include "core/search/degreesearch.h"

#include <optional>
#include <stop_token>

namespace stagecraft {

// Returns the plan of a partition of a table.
Plan planOf(const StageTable& table, const StagePartition& partition);

// A plan whose stages have individual degrees, and its costs.
struct StageDegreesPlan {
    Plan plan;
    PlanCosts costs;
    Bytes peak;
};

// Best plans with separate parallel sizes per stage: tensor-parallel sizes that are powers of two up to
// largestVariedDegree(), and data-parallel sizes that divide a micro-batch. All other settings come from the
// constraints, whose micro-batch size applies to the first stage.
struct StageDegreesPlans {
    // Lowest peak of the plans that fit, exact; among equal peaks, one with little work in its longest stage.
    std::optional<StageDegreesPlan> least;
    // Shortest longest stage of the plans that fit, within 1 %.
    std::optional<StageDegreesPlan> quick;
};

// `below`: only plans with a lower peak count as `least`. Empty if the model's layers do not support such degrees, or
// when stopped.
StageDegreesPlans searchStageDegrees(const Problem& problem, ChainLibrary& library, Bytes below,
                                     const std::stop_token& stop);

}
