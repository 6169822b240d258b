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

// The costs of a chain on one of the ranks that share its layers, with these policies (core/memory/policy.h) and what
// the ranks wait for (core/simulation/layercollectives.h), where they lie on a group of the cluster; of several places
// on its nodes the slowest.
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
    int device_group = 0; // that the ranks lie on
    int first_device = 0; // of some place; the others lie whole groups of ranks away from it
    bool combines_passes = false; // ScheduleRules::combines_passes
};
Result<ChainCosts> chainCosts(const CostModel& model, const Problem& problem, std::int64_t micro_batch,
                              const ChainUse& use);

// What the stages of a plan cost: each as a chain at its own micro-batch and degrees, on a device of its group. Cheap
// to copy; immutable.
class PlanCosts {
public:
    // One chain for all stages. Refers to it, as a std::string_view does to a string: it must outlive this.
    PlanCosts(const ChainCosts& all); // NOLINT(google-explicit-constructor,hicpp-explicit-conversions)
    // One a stage; those that agree should share theirs.
    explicit PlanCosts(std::vector<std::shared_ptr<const ChainCosts>> stages);

    const ChainCosts& of(std::size_t stage) const { return *m_chains[m_chains.size() == 1 ? 0 : stage]; }
    // Of each stage in turn, or one for all.
    const std::vector<std::shared_ptr<const ChainCosts>>& chains() const { return m_chains; }

    // Of all stages together.
    Basis basis() const;
    Basis timeBasis() const;
    bool extrapolated() const;
    // Of the first stage of which something is missing.
    std::optional<MissingMeasurements> missing() const;

private:
    std::vector<std::shared_ptr<const ChainCosts>> m_chains; // one or more
};

// Each chain at its upper bounds (upperBoundOf()); the same costs where they have none.
PlanCosts upperBoundOf(const PlanCosts& costs);

// The costs as a plan has them: chainCosts() of each stage, once for those that agree. Errors: PlanInvalid; those of
// chainCosts(), of the first stage that has some.
Result<PlanCosts> planCosts(const CostModel& model, const Problem& problem, const Plan& plan);

}
