// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/outofcorestage.h"
#include "core/plan/plan.h"
#include "core/problem/problem.h"

#include <optional>
#include <vector>

namespace stagecraft {

// Result for one stage.
struct OutOfCoreStage {
    int stage = 0;
    // Shortfall of the stage's pipeline rank by the ledger, of several pipeline ranks the largest; negative: headroom.
    Bytes lacking {};
    std::optional<Bytes> least_limit {}; // lowest limit of LMS paging, if the given limit is below it and cannot be met

    bool fits() const { return lacking <= Bytes(0); }

    friend bool operator==(const OutOfCoreStage&, const OutOfCoreStage&) = default;
};

struct OutOfCoreChoice {
    LayerPolicies policies;
    std::vector<OutOfCoreStage> stages;
    Seconds step; // simulated
    Seconds kept; // simulated step without policies, whether or not it fits; a lower bound of `step`

    friend bool operator==(const OutOfCoreChoice&, const OutOfCoreChoice&) = default;
};

// Chooses policies and swap windows for the layers of a plan by a method; ignores the plan's policies. Each method has
// a model of one stage (OutOfCoreStageModel) with a capacity for its saved activations, which the plan's ledger adjusts
// a few times: a shortfall is subtracted, headroom is added. The plan's ledger and simulation (PolicyEvaluator) select
// among these choices and the plain policies that are special cases of the method, stage by stage: the smallest
// shortfall, then the shortest step among those that fit.
//
// Eager swapping: all layers swap, with several windows. Capacity-based swapping: also keeps the last layers of a
// stage. LMS: off, or the result of its tuning. KARMA: any of these, its labels, or all or some stages recomputed; then
// improved layer by layer within an effort limit. So no method has a larger shortfall, or if it fits a longer step,
// than plain swapping; nor KARMA than full recomputation or the other methods except LMS. Errors: OptionUnsupported if
// the host bandwidth is unknown, and for layer tables; ScheduleImpossible; those of planCosts().
Result<OutOfCoreChoice> chooseOutOfCore(OutOfCoreMethod method, const Problem& problem, const Plan& plan,
                                        const CostModel& model, const LmsOptions& lms = {});

}
