// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/stackstages.h"

#include "core/cost/stacks/memorymodel.h"
#include "core/cost/stacks/timemodel.h"
#include "core/estimate/clustersheet.h"
#include "core/estimate/stackrun.h"

#include <algorithm>

namespace stagecraft {

tl::expected<StackStages, std::string> StackStages::make(const Problem& problem, const Stack& stack, int data,
                                                         std::int64_t micro_batches)
{
    const Constraints& constraints = problem.constraints;
    const int layers = static_cast<int>(problem.model.layers.size());
    const Plan whole = constrainedPlan({0, layers}, data, micro_batches, constraints);
    const auto run = runOf(problem, whole);
    if (!run) {
        return tl::unexpected(run.error());
    }
    const Modelled modelled = modelledRun(*run, stack.form);
    if (!modelled) {
        return tl::unexpected(modelled.error());
    }
    StackStages stages;
    stages.m_schedule = constraints.schedule;
    stages.m_layers = layers;
    stages.m_modelled = *modelled;
    stages.m_told_mode = run->tensor_mode;
    stages.m_memory = valuesOf(stack.memory);
    if (stepObstacle(*run, *modelled, stack).empty()) {
        stages.m_sheet =
            clusterSheet(groupOf(problem, whole), problem.workload.precision, *deviceSheet(run->device)).sheet;
        stages.m_time = valuesOf(stack.time);
    }
    return stages;
}

std::string StackStages::obstacle(int places) const
{
    if (const std::string schedule = pipelineObstacle(m_schedule, places); !schedule.empty()) {
        return schedule;
    }
    return places > m_modelled.layers ? "more pipeline stages than layers" : "";
}

ModelledRun StackStages::modelled(int places) const
{
    ModelledRun run = m_modelled;
    run.pipeline = places;
    run.tensor_mode = m_told_mode.value_or(usualTensorMode(run.form, places));
    run.devices = places * run.data * run.tensor * run.context;
    return run;
}

Bytes StackStages::peak(LayerRange range, int from_end, int places) const
{
    // Layers behind others have a stage before them, also where `places` counts from this stage on.
    const int depth = std::max(places, from_end + (range.first == 0 ? 0 : 1));
    const ModelledRun run = modelled(depth);
    return predictedMemory({stageTerms(run, stageLayersOf(range, m_layers), depth - from_end)}, m_memory);
}

Bytes StackStages::otherMode(int places) const
{
    const ModelledRun run = modelled(places);
    const auto other = otherModeOf(run, m_told_mode);
    return other ? otherModeBytes(run, *other, m_memory) : Bytes(0);
}

Seconds StackStages::step(const std::vector<int>& cuts) const
{
    ModelledRun run = modelled(static_cast<int>(cuts.size()) - 1);
    for (std::size_t s = 0; s + 1 < cuts.size(); ++s) {
        run.placed.push_back(stageLayersOf({cuts[s], cuts[s + 1]}, m_layers));
    }
    return stepTime(run, *m_sheet, m_time);
}

Seconds StackStages::leastStep(int places, LayerRange range) const
{
    return leastStepTime(modelled(places), *m_sheet, m_time, stageLayersOf(range, m_layers), range.first == 0);
}

}
