// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/plancosts.h"
#include "core/memory/outofcore/karma.h"
#include "core/memory/outofcore/lms.h"
#include "core/plan/plan.h"
#include "core/problem/problem.h"

#include <string>
#include <vector>

namespace stagecraft {

// Who decides what each layer's stash does: KARMA's choice of keep, swap and recompute, TFLMS's distance threshold as
// its tuning finds it, or what they are compared with.
enum class OutOfCoreMethod { Karma, Lms, EagerSwap, CapacitySwap };

template <>
inline constexpr auto enumNames<OutOfCoreMethod> = std::array {
    std::pair {OutOfCoreMethod::Karma, std::string_view("karma")},
    std::pair {OutOfCoreMethod::Lms, std::string_view("lms")},
    std::pair {OutOfCoreMethod::EagerSwap, std::string_view("eager-swap")},
    std::pair {OutOfCoreMethod::CapacitySwap, std::string_view("capacity-swap")},
};

// What was chosen for a stage.
struct OutOfCoreStage {
    int stage = 0;
    bool chosen = false; // else the method found nothing that fits, and its layers keep what they save
    // What the ledger says: how much room is missing where it lies, of several places most; negative: is left.
    Bytes lacking {};
    double gap = 0; // by how much its time may be above the least, relative; KARMA's alone

    bool fits() const { return lacking <= Bytes(0); }

    friend bool operator==(const OutOfCoreStage&, const OutOfCoreStage&) = default;
};

struct OutOfCoreChoice {
    LayerPolicies policies;
    std::vector<OutOfCoreStage> stages;

    friend bool operator==(const OutOfCoreChoice&, const OutOfCoreChoice&) = default;
};

// The policies that a method gives the layers of a plan, whatever it has, stage by stage, with the windows of its
// swaps. The methods know one micro-batch (derived): of those in flight one runs, in as much of the device's memory as
// leaves room for what the others hold meanwhile; with LMS each has an equal share. Stages of one place share its
// memory evenly. What was chosen is walked through (placeMemories()): where that needs more than there is, as the
// methods know neither the optimizer step's own peak nor that halves of backward passes hold stashes for longer, the
// stages there are chosen for again with that much less room, some times; the choice that lacks least is taken. `lms`:
// threshold and number of tensors for LMS, instead of those that its tuning finds. Errors: OptionUnsupported where the
// bandwidth to the host is not known, and for layer tables; ScheduleImpossible; those of planCosts().
Result<OutOfCoreChoice> chooseOutOfCore(OutOfCoreMethod method, const Problem& problem, const Plan& plan,
                                        const CostModel& model, const std::optional<LmsSettings>& lms = {});

}
