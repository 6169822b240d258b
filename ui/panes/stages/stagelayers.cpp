// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/stages/stagelayers.h"

#include "core/estimate/fullestdevice.h"
#include "core/estimate/plancosts.h"
#include "core/memory/state.h"

namespace stagecraft {

Result<std::vector<ShownLayer>> stageLayers(const StageLayersInput& input)
{
    const Problem& problem = input.session->problem;
    const CostModel model(problem.model, problem.workload, *input.measurements,
                          input.probes ? *input.probes : std::vector<DeviceProbe>());
    const auto costs = planCosts(model, problem, input.plan);
    if (!costs) {
        return failure(costs.error());
    }
    std::vector<ShownLayer> layers;
    for (std::size_t s = 0; s < input.plan.stages.size(); ++s) {
        const ChainCosts& chain = costs->of(s);
        const LayerRange range = input.plan.stages[s].layers;
        for (int l = range.first; l < range.last; ++l) {
            const auto index = static_cast<std::size_t>(l);
            const LayerCost& layer = chain.layers[index];
            const LayerMemory& memory = layer.memory;
            const Bytes state = memory.parameters + memory.buffers + memory.gradients
                + optimizerStateBytes(chain.optimizer, chain.precision, memory.gradients);
            layers.push_back({QString::fromStdString(problem.model.layers[index].name),
                              static_cast<double>((state + memory.saved).value),
                              (layer.forward.median + layer.backward.median).value,
                              static_cast<double>(memory.parameters.value)});
        }
    }
    return layers;
}

std::optional<LayerPolicy> policyOf(const Stage& stage)
{
    const LayerPolicy first = stage.policies.of(stage.layers.first);
    for (int l = stage.layers.first; l < stage.layers.last; ++l) {
        if (stage.policies.of(l) != first) {
            return std::nullopt;
        }
    }
    return first;
}

// A device estimate names one of the stages of its pipeline rank, so compare pipeline ranks.
const DeviceEstimate* fullestOf(const Plan& plan, const Estimate& estimate, int stage)
{
    const auto pipelineRankOf = [&](int of) { return plan.stages[static_cast<std::size_t>(of)].pipeline_rank; };
    const DeviceEstimate* fullest = nullptr;
    for (const auto& [device, replicas, ranks] : estimate.devices.pipelineRanks()) {
        const bool here = device.stage < static_cast<int>(plan.stages.size())
            && pipelineRankOf(device.stage) == pipelineRankOf(stage);
        if (here && (fullest == nullptr || filledShare(device) > filledShare(*fullest))) {
            fullest = &device;
        }
    }
    return fullest;
}

}
