// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/rankmemory.h"

#include "core/estimate/steptime.h"
#include "core/schedule/schedule.h"

namespace stagecraft {

Replication replicationOf(const Problem& problem, const Plan& plan, const Stage& stage)
{
    return replicationOf(problem.constraints, stage.degrees.data * plan.context, plan.zero_stage, plan.training.offload,
                         plan.expert, plan.micro_batches);
}

std::vector<std::vector<StageOnRank>> stagesOnRanks(const Problem& problem, const Plan& plan,
                                                    const OperationOrder& order)
{
    const ScheduleRules& rules = rulesOf(plan.schedule);
    const PipelineShape shape = planShape(plan);
    std::vector<std::vector<StageOnRank>> pipeline_ranks(order.pipeline_ranks.size());
    for (std::size_t i = 0; i < order.stages.size(); ++i) {
        const ScheduledStage& scheduled = order.stages[i];
        const Stage& stage = plan.stages[static_cast<std::size_t>(scheduled.chain_stage)];
        const WeightUse weights = rules.weights(shape, scheduled.chain_stage);
        pipeline_ranks[static_cast<std::size_t>(scheduled.pipeline_rank)].push_back(
            {static_cast<int>(i), stage.layers, replicationOf(problem, plan, stage),
             weights.versions - 1 + weights.predicted});
    }
    return pipeline_ranks;
}

std::vector<PipelineRankMemory> pipelineRankMemories(const Problem& problem, const Plan& plan, const PlanCosts& costs,
                                                     const OperationOrder& order, WalkDetail detail)
{
    const auto stages = stagesOnRanks(problem, plan, order);
    const auto inPlan = [&](int stage) { return order.stages[static_cast<std::size_t>(stage)].chain_stage; };
    std::vector<PipelineRankMemory> memories;
    for (std::size_t pipeline_rank = 0; pipeline_rank < stages.size(); ++pipeline_rank) {
        // All stages of a pipeline rank have the same costs.
        const int first = inPlan(stages[pipeline_rank].front().stage);
        const ChainCosts& chain = costs.of(static_cast<std::size_t>(first));
        PipelineRankMemory memory {
            first,
            order.inShort()
                ? walkPipelineRank(chain, stages[pipeline_rank], roundsOf(order, static_cast<int>(pipeline_rank)))
                : walkPipelineRank(chain, stages[pipeline_rank], order.pipeline_ranks[pipeline_rank], detail)};
        memory.walk.peak_stage = inPlan(memory.walk.peak_stage);
        memories.push_back(std::move(memory));
    }
    return memories;
}

}
