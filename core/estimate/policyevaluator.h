// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/plancosts.h"
#include "core/memory/rankledger.h"
#include "core/plan/plan.h"
#include "core/problem/problem.h"
#include "core/schedule/order.h"

#include <utility>
#include <vector>

namespace stagecraft {

// Policy of one layer's saved activations: kept, recomputed (Full) or swapped. `window` applies only if swapped.
struct LayerChoice {
    LayerPolicy policy = LayerPolicy::Keep;
    SwapWindow window {};

    friend bool operator==(const LayerChoice&, const LayerChoice&) = default;
};

using LayerChoices = std::vector<LayerChoice>; // by layer of the chain

LayerPolicies policiesOf(const LayerChoices& choices);

// Memory and time of a plan with given choices.
struct PolicyEvaluation {
    std::vector<Bytes> lacking; // shortfall by pipeline rank; negative: headroom
    Seconds step;

    Bytes over() const; // total shortfall over all pipeline ranks
    bool fits() const { return over() == Bytes(0); }
    // True if the shortfall is smaller, or equal and the step shorter. False if both are equal.
    bool betterThan(const PolicyEvaluation& other) const;
};

// Evaluator of many layer policies of one plan, by the plan's ledger and simulation, as in its estimate. Computes the
// chains with everything kept and with everything recomputed once, and mixes them.
class PolicyEvaluator {
public:
    // `keeping`: the plan, without policies; `order`: for its schedule and shape. All arguments but the costs are kept
    // by reference and must outlive this object. Errors: those of planCosts().
    static Result<PolicyEvaluator> of(const Problem& problem, const Plan& keeping, const CostModel& model,
                                      const OperationOrder& order);

    const PlanCosts& kept() const { return m_kept; }
    const std::vector<std::vector<StageOnRank>>& placed() const { return m_placed; }

    // Returns the largest upper bound of a pipeline rank's allocated bytes whose upper device bound is within its
    // memory, with these costs.
    Bytes mostAllocated(const PlanCosts& costs, std::size_t pipeline_rank) const;

    // Evaluates the choices. Simulates the step, the slowest part, only if the shortfall is at most `most_over`;
    // otherwise the step is infinite.
    PolicyEvaluation evaluate(const LayerChoices& choices, Bytes most_over = Bytes(INT64_MAX));

    // Returns the number of layer passes of a step, forward and backward, a measure of the simulation's size.
    std::int64_t passes() const;

private:
    PolicyEvaluator(const Problem& problem, const Plan& keeping, const OperationOrder& order, PlanCosts kept,
                    PlanCosts recomputed);

    PlanCosts costsWith(const LayerChoices& choices) const;
    Bytes peakOf(std::size_t pipeline_rank, const PlanCosts& costs, const LayerChoices& choices);
    std::size_t firstStage(std::size_t pipeline_rank) const;

    const Problem& m_problem;
    const Plan& m_plan;
    const OperationOrder& m_order;
    PlanCosts m_kept;
    PlanCosts m_recomputed;
    std::vector<std::vector<StageOnRank>> m_placed; // by pipeline rank
    std::vector<std::pair<LayerChoices, Bytes>> m_last; // by pipeline rank: the choices last evaluated, and their peak
};

}
