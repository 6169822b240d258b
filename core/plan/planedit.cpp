// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/plan/planedit.h"

#include "core/words/plan.h"

#include <algorithm>

namespace stagecraft {

namespace {

std::size_t at(int index)
{
    return static_cast<std::size_t>(index);
}

tl::unexpected<Error> invalidEdit(Message why)
{
    return failure(ErrorCode::PlanInvalid, {std::move(why)});
}

// True for one stage per pipeline rank and one direction: only then can stages be added and removed.
bool hasOneStagePerRank(const Plan& plan)
{
    return plan.pipelineRanks() == static_cast<int>(plan.stages.size()) && plan.schedule != ScheduleKind::Chimera
        && plan.schedule != ScheduleKind::DualPipe;
}

tl::unexpected<Error> severalStagesError(const Plan& plan)
{
    return invalidEdit(say(words::plan::several_stages, plan.schedule));
}

Plan withPipelineRanks(Plan plan)
{
    const int stages = static_cast<int>(plan.stages.size());
    for (int i = 0; i < stages; ++i) {
        plan.stages[at(i)].pipeline_rank = pipelineRankOf(plan.schedule, i, stages, stages);
    }
    return plan;
}

// Gives every stage the policies of all layers, so that layers can move between stages.
Plan withEveryPolicy(Plan plan)
{
    const LayerPolicies policies = policiesOf(plan);
    return withPolicies(std::move(plan), policies);
}

}

Plan withSplitPoint(Plan plan, int stage, int layer)
{
    plan = withEveryPolicy(std::move(plan));
    LayerRange& before = plan.stages[at(stage - 1)].layers;
    LayerRange& behind = plan.stages[at(stage)].layers;
    const int split_point = std::clamp(layer, before.first + 1, behind.last - 1);
    before.last = split_point;
    behind.first = split_point;
    return plan;
}

Result<Plan> withStageSplit(Plan plan, int layer)
{
    if (!hasOneStagePerRank(plan)) {
        return severalStagesError(plan);
    }
    const auto stage = std::find_if(plan.stages.begin(), plan.stages.end(),
                                    [&](const Stage& s) { return s.layers.first < layer && layer < s.layers.last; });
    if (stage == plan.stages.end()) {
        return invalidEdit(say(words::plan::no_split, layer));
    }
    Stage second = *stage;
    second.layers.first = layer;
    stage->layers.last = layer;
    plan.stages.insert(stage + 1, std::move(second));
    return withPipelineRanks(std::move(plan));
}

Result<Plan> withStagesMerged(Plan plan, int stage)
{
    if (!hasOneStagePerRank(plan)) {
        return severalStagesError(plan);
    }
    if (stage < 0 || stage + 1 >= static_cast<int>(plan.stages.size())) {
        return invalidEdit(say(words::plan::no_merge, stage));
    }
    plan = withEveryPolicy(std::move(plan));
    plan.stages[at(stage)].layers.last = plan.stages[at(stage + 1)].layers.last;
    plan.stages.erase(plan.stages.begin() + stage + 1);
    return withPipelineRanks(std::move(plan));
}

Result<Plan> withStageDegrees(Plan plan, int stage, const Degrees& degrees)
{
    Stage& changed = plan.stages[at(stage)];
    const std::int64_t samples = changed.micro_batch * changed.degrees.data;
    if (degrees.data < 1 || samples % degrees.data != 0) {
        return invalidEdit(say(words::plan::replicas_of_samples, stage, samples, degrees.data));
    }
    changed.degrees = degrees;
    changed.micro_batch = samples / degrees.data;
    return plan;
}

Plan withLayerPolicy(Plan plan, LayerRange layers, LayerPolicy policy)
{
    const LayerPolicies before = policiesOf(plan);
    LayerPolicies after;
    for (int layer = 0; layer < plan.stages.back().layers.last; ++layer) {
        const bool changed = layer >= layers.first && layer < layers.last;
        const PolicyRange range {changed ? policy : before.of(layer), layer, layer + 1,
                                 changed ? SwapWindow {} : before.windowOf(layer)};
        if (range.policy != LayerPolicy::Keep) {
            addPolicy(after, range);
        }
    }
    return withPolicies(std::move(plan), after);
}

}
