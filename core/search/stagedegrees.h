// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/plancosts.h"
#include "core/search/chainlibrary.h"
#include "core/search/degreesearch.h"

#include <optional>
#include <stop_token>

namespace stagecraft {

// The plan of a partition of a table.
Plan planOf(const StageTable& table, const StagePartition& partition);

// A plan whose stages have degrees of their own, and its costs.
struct StageDegreesPlan {
    Plan plan;
    PlanCosts costs;
    Bytes peak;
};

// Of plans whose stages are spread each in its own way, over tensor degrees that are powers of two up to
// largestVariedDegree() and the data degrees that divide a micro-batch; all else as the constraints have it, whose
// micro-batch is that of the first stage.
struct StageDegreesPlans {
    // The least peak of those that fit, exact; among those that have it one with little work in its longest stage.
    std::optional<StageDegreesPlan> least;
    // Of those that fit the one with the least longest stage, within a hundredth.
    std::optional<StageDegreesPlan> quick;
};

// `below`: only plans with a lower peak count as `least`. Nothing where the model's layers cannot be spread so, or
// when stopped.
StageDegreesPlans searchStageDegrees(const Problem& problem, ChainLibrary& library, Bytes below,
                                     const std::stop_token& stop);

}
