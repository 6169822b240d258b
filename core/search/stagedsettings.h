// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/planspace.h"
#include "core/search/stagedegrees.h"

#include <stop_token>

namespace stagecraft {

struct StagedSettingsPlans {
    StageDegreesPlans plans;
    bool complete = true; // all settings were searched, so that no plan with degrees of its own is below `least`
};

// Of the plans whose stages have degrees of their own: micro-batch, ZeRO stage, recomputation and what else the space
// varies are in turn those of its configuration groups with schedules in closed form, first those of `best`, as far as
// the work suffices. `below`: as for searchStageDegrees().
StagedSettingsPlans searchStagedSettings(const PlanSpace& space, const Problem& problem, const CostModel& model,
                                         const Configuration& best, Bytes below, const std::stop_token& stop);

}
