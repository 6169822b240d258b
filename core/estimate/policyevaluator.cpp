// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/policyevaluator.h"

#include "core/estimate/collectivebytes.h"
#include "core/estimate/devicememory.h"
#include "core/estimate/rankmemory.h"
#include "core/estimate/steptime.h"

#include <algorithm>
#include <limits>
#include <map>
#include <memory>

namespace stagecraft {

namespace {

constexpr double equalStep = 1e-9; // relative

// Builds a chain with layers of two others, equal to that of chainWithPolicies() for these policies.
ChainCosts mixed(const ChainCosts& kept, const ChainCosts& recomputed, const LayerChoices& choices)
{
    const auto has = [&](LayerPolicy policy) {
        return std::any_of(choices.begin(), choices.end(),
                           [policy](const LayerChoice& choice) { return choice.policy == policy; });
    };
    ChainCosts chain = has(LayerPolicy::Full) ? recomputed : kept;
    chain.swaps = has(LayerPolicy::Swap);
    for (std::size_t l = 0; l < chain.layers.size(); ++l) {
        const LayerChoice& choice = choices[l];
        if (choice.policy != LayerPolicy::Full) {
            chain.layers[l] = kept.layers[l];
        }
        if (choice.policy == LayerPolicy::Swap) {
            chain.layers[l].swap = choice.window;
        }
    }
    return chain;
}

}

LayerPolicies policiesOf(const LayerChoices& choices)
{
    LayerPolicies policies;
    for (int l = 0; l < static_cast<int>(choices.size()); ++l) {
        const LayerChoice& choice = choices[static_cast<std::size_t>(l)];
        const bool swaps = choice.policy == LayerPolicy::Swap;
        addPolicy(policies, {choice.policy, l, l + 1, swaps ? choice.window : SwapWindow {}});
    }
    return policies;
}

Bytes PolicyEvaluation::over() const
{
    Bytes sum;
    for (const Bytes bytes : lacking) {
        sum += std::max(Bytes(0), bytes);
    }
    return sum;
}

bool PolicyEvaluation::betterThan(const PolicyEvaluation& other) const
{
    const Bytes mine = over();
    const Bytes others = other.over();
    return mine < others || (mine == others && step.value < other.step.value * (1 - equalStep));
}

Result<PolicyEvaluator> PolicyEvaluator::of(const Problem& problem, const Plan& keeping, const CostModel& model,
                                            const OperationOrder& order)
{
    auto kept = planCosts(model, problem, keeping);
    if (!kept) {
        return failure(kept.error());
    }
    auto recomputed =
        kept->of(0).closedForm() ? kept : planCosts(model, problem, withPolicies(keeping, {LayerPolicy::Full}));
    if (!recomputed) {
        return failure(recomputed.error());
    }
    return PolicyEvaluator(problem, keeping, order, *std::move(kept), *std::move(recomputed));
}

PolicyEvaluator::PolicyEvaluator(const Problem& problem, const Plan& keeping, const OperationOrder& order,
                                 PlanCosts kept, PlanCosts recomputed)
    : m_problem(problem)
    , m_plan(keeping)
    , m_order(order)
    , m_kept(std::move(kept))
    , m_recomputed(std::move(recomputed))
    , m_placed(stagesOnRanks(problem, keeping, order))
    , m_last(m_placed.size())
{
}

std::size_t PolicyEvaluator::firstStage(std::size_t pipeline_rank) const
{
    const int stage = m_placed[pipeline_rank].front().stage;
    return static_cast<std::size_t>(m_order.stages[static_cast<std::size_t>(stage)].chain_stage);
}

Bytes PolicyEvaluator::mostAllocated(const PlanCosts& costs, std::size_t pipeline_rank) const
{
    const Stage& stage = m_plan.stages[firstStage(pipeline_rank)];
    const ChainCosts& chain = costs.of(firstStage(pipeline_rank));
    const DeviceType& device = m_problem.cluster.groups[static_cast<std::size_t>(stage.device_group)].device;
    return largestFittingPeak(
        chain, device, device.memory - m_problem.constraints.memory_reserve,
        collectiveBytes(chain, device, m_plan.pipelineRanks(), pipelineRankDegrees(m_plan, stage)));
}

PlanCosts PolicyEvaluator::costsWith(const LayerChoices& choices) const
{
    std::map<const ChainCosts*, std::shared_ptr<const ChainCosts>> made;
    std::vector<std::shared_ptr<const ChainCosts>> stages;
    for (std::size_t s = 0; s < m_plan.stages.size(); ++s) {
        auto& chain = made[&m_kept.of(s)];
        if (!chain) {
            chain = std::make_shared<const ChainCosts>(mixed(m_kept.of(s), m_recomputed.of(s), choices));
        }
        stages.push_back(chain);
    }
    return PlanCosts(std::move(stages));
}

Bytes PolicyEvaluator::peakOf(std::size_t pipeline_rank, const PlanCosts& costs, const LayerChoices& choices)
{
    LayerChoices own;
    for (const StageOnRank& stage : m_placed[pipeline_rank]) {
        own.insert(own.end(), choices.begin() + stage.layers.first, choices.begin() + stage.layers.last);
    }
    auto& [known, peak] = m_last[pipeline_rank];
    if (known != own) {
        const ChainCosts upper = upperBoundOf(costs.of(firstStage(pipeline_rank)));
        peak = walkPipelineRank(upper, m_placed[pipeline_rank], m_order.pipeline_ranks[pipeline_rank], WalkDetail::Peak)
                   .peak.peak;
        known = std::move(own);
    }
    return peak;
}

PolicyEvaluation PolicyEvaluator::evaluate(const LayerChoices& choices, Bytes most_over)
{
    const PlanCosts costs = costsWith(choices);
    PolicyEvaluation evaluation;
    for (std::size_t pipeline_rank = 0; pipeline_rank < m_placed.size(); ++pipeline_rank) {
        evaluation.lacking.push_back(peakOf(pipeline_rank, costs, choices) - mostAllocated(costs, pipeline_rank));
    }
    evaluation.step = evaluation.over() > most_over ? Seconds(std::numeric_limits<double>::infinity())
                                                    : simulatePlan(m_problem, m_plan, costs, m_order).step;
    return evaluation;
}

std::int64_t PolicyEvaluator::passes() const
{
    std::int64_t passes = 0;
    for (std::size_t pipeline_rank = 0; pipeline_rank < m_placed.size(); ++pipeline_rank) {
        std::map<int, int> layers;
        for (const StageOnRank& stage : m_placed[pipeline_rank]) {
            layers[stage.stage] = stage.layers.count();
        }
        for (const Operation& operation : m_order.pipeline_ranks[pipeline_rank]) {
            passes += layers[operation.stage];
        }
    }
    return passes;
}

}
