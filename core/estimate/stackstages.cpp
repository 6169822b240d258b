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
    const MemoryValues& corrections = stages.m_memory;
    if (std::all_of(corrections.begin(), corrections.end(), [](double value) { return value >= 0; })) {
        stages.m_least_memory = corrections;
        if (stages.depthCounts()) { // by what the host still has of buffers
            (*stages.m_least_memory)[static_cast<std::size_t>(MemoryCorrection::Held)] = 0;
        }
    }
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

Bytes StackStages::leastPeak(int blocks, int from_end) const
{
    if (!m_least_memory) {
        return Bytes(0);
    }
    // Not the first stage, which has the embedding beside its blocks.
    return predictedMemory({stageTerms(modelled(from_end + 1), {blocks, false}, 1)}, *m_least_memory);
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

Seconds StackStages::leastStep(int places) const
{
    const ModelledRun run = modelled(places);
    if (places == 1) {
        return leastStepTime(run, *m_sheet, m_time, {run.layers, true}, true);
    }
    const auto with = [&](int blocks, bool head) {
        return leastStepTime(run, *m_sheet, m_time, {blocks, head}, false);
    };
    // The more blocks lie beside the head, the fewer are left to the fullest of the others.
    Seconds least(1e300);
    for (int beside = 0; beside <= run.layers; ++beside) {
        const int others = (run.layers - beside + places - 2) / (places - 1);
        const Seconds last = with(beside, true);
        const Seconds fullest = with(others, false);
        least = std::min(least, std::max(last, fullest));
        if (last >= fullest) {
            break;
        }
    }
    return least;
}

}
