// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/memorybounds.h"
#include "core/plan/plan.h"
#include "core/problem/problem.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace stagecraft {

// Costs of a chain on one of the ranks that share its layers, with these policies (core/memory/policy.h) and the waits
// for collectives (core/simulation/layercollectives.h) on a group of the cluster; the slowest of the pipeline ranks
// with different positions on its nodes.
//
// Tensor- and expert-parallel ranks: one rank's shard of each layer, measured, scaled or analytic. An expert capacity
// factor above 1 (LayerDegrees::capacity) adds analytic bytes and time: empty rows are multiplied like filled ones.
// Context-parallel ranks: a layer's costs at their share of the tokens; passes are longer by the attention to other
// ranks' tokens (all layers at one pace), and memory grows by the received data: the current and the next block of keys
// and values, with their gradients in the backward pass (Liu et al. 2023, Ring Attention, section 3), or the result of
// an all-to-all.
//
// Subnets: about 1/n of parameters, saved activations and work for each of n replicas (`data`), analytic.
//
// Errors: those of CostModel::chain() and collectivesOf(); OptionUnsupported for context parallelism if attention saves
// scores or has a bias.
struct ChainUse {
    LayerPolicies policies {};
    LayerDegrees degrees {};
    TrainingOptions training {};
    int data = 1;
    int device_group = 0; // device group of the ranks
    int first_device = 0; // first device of a pipeline rank; others start at multiples of the rank group's size
    bool combines_passes = false; // ScheduleRules::combines_passes
};
Result<ChainCosts> chainCosts(const CostModel& model, const Problem& problem, std::int64_t micro_batch,
                              const ChainUse& use);

// Costs of the stages of a plan: for each stage a chain at its micro-batch size and parallel sizes, on a device of its
// group. Cheap to copy; immutable.
class PlanCosts {
public:
    // One chain for all stages. Keeps a reference, as std::string_view does to a string: `all` must outlive this
    // object.
    PlanCosts(const ChainCosts& all); // NOLINT(google-explicit-constructor,hicpp-explicit-conversions)
    // One chain per stage; stages with equal settings should share theirs.
    explicit PlanCosts(std::vector<std::shared_ptr<const ChainCosts>> stages);

    const ChainCosts& of(std::size_t stage) const { return *m_chains[m_chains.size() == 1 ? 0 : stage]; }
    // One chain per stage, or one for all.
    const std::vector<std::shared_ptr<const ChainCosts>>& chains() const { return m_chains; }

    // Weakest basis over all stages.
    Basis basis() const;
    Basis timeBasis() const;
    bool extrapolated() const;
    // Missing measurements of the first stage that lacks some.
    std::optional<MissingMeasurements> missing() const;

private:
    std::vector<std::shared_ptr<const ChainCosts>> m_chains; // one or more
};

// Returns each chain at its upper bounds (upperBoundOf()); unchanged for chains without bounds.
PlanCosts upperBoundOf(const PlanCosts& costs);

// Returns the costs of a plan: chainCosts() of each stage, shared by stages with equal settings. Errors: PlanInvalid;
// those of chainCosts(), for the first stage that fails.
Result<PlanCosts> planCosts(const CostModel& model, const Problem& problem, const Plan& plan);

}
