// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/outofcorestage.h"
#include "core/plan/plan.h"
#include "core/problem/problem.h"

#include <optional>
#include <vector>

namespace stagecraft {

// What was chosen for a stage.
struct OutOfCoreStage {
    int stage = 0;
    // What the ledger says: how much room is missing where it lies, of several pipeline ranks most; negative: is left.
    Bytes lacking {};
    std::optional<Bytes> least_limit {}; // of LMS's paging, where what is given is less: it is not met

    bool fits() const { return lacking <= Bytes(0); }

    friend bool operator==(const OutOfCoreStage&, const OutOfCoreStage&) = default;
};

struct OutOfCoreChoice {
    LayerPolicies policies;
    std::vector<OutOfCoreStage> stages;
    Seconds step; // simulated
    Seconds kept; // the same with everything kept, whether or not it fits: no policies give less

    friend bool operator==(const OutOfCoreChoice&, const OutOfCoreChoice&) = default;
};

// The policies that a method gives the layers of a plan, whatever it has, with the windows of its swaps. Each method
// has a model of one stage (OutOfCoreStageModel), in a room for its saved activations that the plan's ledger finds:
// what a choice lacks is taken from the room, what it leaves is added, a few times. Among all of these choices, and the
// plain policies that the method's own are a special case of, the plan's ledger and simulation decide
// (PolicyEvaluator): what lacks least, and of what fits the shortest step, stage by stage. Eager swapping: all layers
// swap, with some windows. Capacity-based swapping: or the last ones of a stage stay. LMS: off, or what tuning finds.
// KARMA: any of these, its labels, all or some stages recomputed; that is then improved layer by layer as long as its
// effort lasts. So no method lacks more, or where it fits takes longer, than plain swapping; nor KARMA than full
// recomputation or the others but LMS. Errors: OptionUnsupported where the bandwidth to the host is not known, and for
// layer tables; ScheduleImpossible; those of planCosts().
Result<OutOfCoreChoice> chooseOutOfCore(OutOfCoreMethod method, const Problem& problem, const Plan& plan,
                                        const CostModel& model, const LmsOptions& lms = {});

}
