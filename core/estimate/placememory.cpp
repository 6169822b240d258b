// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/placememory.h"

#include "core/estimate/steptime.h"
#include "core/schedule/schedule.h"

namespace stagecraft {

Replication replicationOf(const Problem& problem, const Plan& plan, const Stage& stage)
{
    return replicationOf(problem.constraints, stage.degrees.data * plan.context, plan.zero_stage, plan.training.offload,
                         plan.expert, plan.micro_batches);
}

std::vector<std::vector<PlacedStage>> placedStages(const Problem& problem, const Plan& plan,
                                                   const OperationOrder& order)
{
    const ScheduleRules& rules = rulesOf(plan.schedule);
    const PipelineShape shape = planShape(plan);
    std::vector<std::vector<PlacedStage>> places(order.places.size());
    for (std::size_t i = 0; i < order.stages.size(); ++i) {
        const ScheduledStage& scheduled = order.stages[i];
        const Stage& stage = plan.stages[static_cast<std::size_t>(scheduled.chain_stage)];
        const WeightUse weights = rules.weights(shape, scheduled.chain_stage);
        places[static_cast<std::size_t>(scheduled.place)].push_back({static_cast<int>(i), stage.layers,
                                                                     replicationOf(problem, plan, stage),
                                                                     weights.versions - 1 + weights.predicted});
    }
    return places;
}

std::vector<PlaceMemory> placeMemories(const Problem& problem, const Plan& plan, const PlanCosts& costs,
                                       const OperationOrder& order, WalkDetail detail)
{
    const auto stages = placedStages(problem, plan, order);
    const auto inPlan = [&](int stage) { return order.stages[static_cast<std::size_t>(stage)].chain_stage; };
    std::vector<PlaceMemory> memories;
    for (std::size_t place = 0; place < stages.size(); ++place) {
        // All stages of a place have the same costs.
        const int first = inPlan(stages[place].front().stage);
        const ChainCosts& chain = costs.of(static_cast<std::size_t>(first));
        PlaceMemory memory {first,
                            order.inShort() ? walkPlace(chain, stages[place], roundsOf(order, static_cast<int>(place)))
                                            : walkPlace(chain, stages[place], order.places[place], detail)};
        memory.walk.peak_stage = inPlan(memory.walk.peak_stage);
        memories.push_back(std::move(memory));
    }
    return memories;
}

}
