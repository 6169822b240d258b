// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/costmodel.h"
#include "core/plan/plan.h"
#include "core/problem/problem.h"

#include <cstdint>

namespace stagecraft {

// The costs of a chain on one of the ranks that share its layers, with these policies (core/memory/policy.h) and what
// the ranks wait for (core/simulation/layercollectives.h), where they lie on the cluster's first group; of several
// places on its nodes the slowest.
//
// Tensor and expert ranks: as one rank's share of each layer was measured, scaled, or by formulas; beside that, where
// experts have room for more tokens than they get (LayerDegrees::capacity), its bytes and the longer passes by
// formulas: empty rows are multiplied like filled ones. Context ranks: a layer's costs at their part of the tokens;
// passes longer by the work of attention on the tokens of others (all layers work at one pace); room for what arrives:
// the block of keys and values at work and the next one, with their gradients in the backward pass (Liu et al. 2023,
// Ring Attention, section 3), or what an all-to-all gives.
//
// Errors: those of CostModel::chain() and collectivesOf(); OptionUnsupported where attention keeps scores or is given
// something to add to them and tokens are to be divided.
// Subnets: about an n-th of parameters, what they save and work for each of n replicas (`data`), by formulas.
struct ChainUse {
    LayerPolicies policies {};
    LayerDegrees degrees {};
    TrainingOptions training {};
    int data = 1;
};
Result<ChainCosts> chainCosts(const CostModel& model, const Problem& problem, std::int64_t micro_batch,
                              const ChainUse& use);

// The same as a plan has it.
Result<ChainCosts> planCosts(const CostModel& model, const Problem& problem, const Plan& plan);

}
