// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/search.h"

#include <QString>

#include <vector>

namespace stagecraft {

// Text description of a plan.

struct PlanDetail {
    QString what; // "Step time"; may be empty
    QString words;
    QString how; // formula and source of a figure; may be empty
};

struct PlanDetailGroup {
    QString title;
    std::vector<PlanDetail> details;
};

// Settings of the plan, memory of its fullest device, times with bounds, `training_cost` (see trainingCostDetails()),
// the basis of the figures, and the layers of each stage. No group is empty.
std::vector<PlanDetailGroup> planDetails(const Candidate& candidate,
                                         const std::vector<PlanDetailGroup>& training_cost = {});

// Settings of a plan in addition to its parallelism: "1F1B · 2 × 8 · ZeRO-1 · Full recomputation".
QString optionsText(const Plan& plan);

QString activationsText(const Plan& plan); // "No recomputation", "full@1-12"

}
