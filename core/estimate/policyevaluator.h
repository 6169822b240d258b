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

// What becomes of one layer's saved activations: kept, recomputed (Full) or swapped. The window counts where it is
// swapped.
struct LayerChoice {
    LayerPolicy policy = LayerPolicy::Keep;
    SwapWindow window {};

    friend bool operator==(const LayerChoice&, const LayerChoice&) = default;
};

using LayerChoices = std::vector<LayerChoice>; // by layer of the chain

LayerPolicies policiesOf(const LayerChoices& choices);

// What a plan with given choices comes to.
struct PolicyEvaluation {
    std::vector<Bytes> lacking; // by pipeline rank: how much room is missing; negative: is left
    Seconds step;

    Bytes over() const; // what is missing, of all pipeline ranks together
    bool fits() const { return over() == Bytes(0); }
    // Less is missing; where that is equal, as where both fit, the step is shorter. Equal ones are not better.
    bool betterThan(const PolicyEvaluation& other) const;
};

// Judges policies of a plan's layers by the plan's own ledger and simulation, as its estimate does, many of them: the
// chains with everything kept and with everything recomputed are made once, and mixed.
class PolicyEvaluator {
public:
    // `keeping`: the plan, without policies; `order`: of its schedule and shape. All but the costs are referred to and
    // must outlive this. Errors: those of planCosts().
    static Result<PolicyEvaluator> of(const Problem& problem, const Plan& keeping, const CostModel& model,
                                      const OperationOrder& order);

    const PlanCosts& kept() const { return m_kept; }
    const std::vector<std::vector<StageOnRank>>& placed() const { return m_placed; }

    // What of the saved activations may be allocated with all the rest when the upper bound of the device is just
    // within its memory: the most that a pipeline rank may allocate, by its upper bound, with these costs.
    Bytes mostAllocated(const PlanCosts& costs, std::size_t pipeline_rank) const;

    // Its step is only simulated, which takes the most time, where no more than `most_over` is missing; else infinite.
    PolicyEvaluation evaluate(const LayerChoices& choices, Bytes most_over = Bytes(INT64_MAX));

    // Layers' passes of a step, forward and backward: how much there is to simulate.
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
    std::vector<std::pair<LayerChoices, Bytes>> m_last; // by pipeline rank: what it was walked with, and its peak
};

}
