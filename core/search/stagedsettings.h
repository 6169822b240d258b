// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/planspace.h"
#include "core/search/stagedegrees.h"

#include <stop_token>

namespace stagecraft {

struct StagedSettingsPlans {
    StageDegreesPlans plans;
    // All settings were searched, so no plan with individual degrees has a lower peak than `least`.
    bool complete = true;
};

// Searches plans with individual degrees per stage: micro-batch size, ZeRO stage, recomputation and other dimensions of
// the space take the values of each configuration group with a closed-form schedule in turn, first those of `best`,
// within the work limit. `below`: see searchStageDegrees().
StagedSettingsPlans searchStagedSettings(const PlanSpace& space, const Problem& problem, const CostModel& model,
                                         const Configuration& best, Bytes below, const std::stop_token& stop);

}
