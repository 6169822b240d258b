// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/stacks/modelledrun.h"
#include "core/cost/stacks/stack.h"
#include "core/estimate/clustersheet.h"
#include "core/plan/plan.h"

#include <string>
#include <vector>

namespace stagecraft {

// How a plan stands to the runs behind a stack.
struct StackStanding {
    bool beyond_memory = false; // outside of those that memory was fitted on
    bool beyond_time = false;
    bool mode_open = false; // nothing tells how its tensor ranks exchange
    const ClusterSheet* sheet = nullptr; // that the step's time is of; null: the time is the simulation's
};

// What is to be known of a stack's figures for a plan, each in a sentence without its point: what its bounds are worth,
// which of the three peaks are its own, which of the question's options it replaces by its own ways, and what of the
// cluster its times take in. `run` is the plan in the stack's terms.
std::vector<std::string> stackNotes(const Problem& problem, const Plan& plan, const Stack& stack,
                                    const ModelledRun& run, const StackStanding& standing);

}
