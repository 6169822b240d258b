// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/steptime.h"

#include "core/estimate/zeroexchange.h"

#include <algorithm>

namespace stagecraft {

namespace {

Seconds bounded(const Timing& timing, TimeBound bound)
{
    switch (bound) {
    case TimeBound::Low:
        return std::max(Seconds(0), timing.median - timing.spread);
    case TimeBound::High:
        return timing.median + timing.spread;
    case TimeBound::Middle:
        break;
    }
    return timing.median;
}

}

StageTimes stageTimes(const ChainCosts& costs, LayerRange range, int data, int place, int places,
                      const ClusterGroup& group, TimeBound bound)
{
    StageTimes times;
    Bytes gradients;
    for (int l = range.first; l < range.last; ++l) {
        const LayerCost& layer = costs.layers[static_cast<std::size_t>(l)];
        times.forward += bounded(layer.forward, bound);
        times.backward += bounded(layer.backward, bound);
        times.optimizer += bounded(layer.optimizer, bound);
        gradients += layer.memory.gradients;
    }
    if (place + 1 < places) {
        // Replica r sends to replica r of the next place; the pair that crosses a node, if any does, sets the pace.
        const Link* link = &group.intra_node;
        for (int r = 0; r < data; ++r) {
            const Link& own = linkBetween(group, place * data + r, (place + 1) * data + r);
            link = own.bandwidth < link->bandwidth ? &own : link;
        }
        times.transfer = costs.layers[static_cast<std::size_t>(range.last) - 1].memory.output / link->bandwidth;
        times.latency = link->latency;
    }
    if (data > 1) {
        const Link& link = linkBetween(group, place * data, place * data + data - 1);
        const double share = 2.0 * (data - 1) / data;
        times.reduction = (gradients / link.bandwidth) * share + link.latency * (2.0 * (data - 1));
    }
    return times;
}

Seconds tiedExchange(const ChainCosts& costs, int data, int places, const ClusterGroup& group)
{
    const Bytes tied = costs.layers.empty() ? Bytes(0) : costs.layers.back().shared_gradients;
    if (places < 2 || tied == Bytes(0)) {
        return {};
    }
    // An all-reduce between two: each sends the gradient once.
    const Link& link = linkBetween(group, 0, (places - 1) * data);
    return tied / link.bandwidth + link.latency * 2.0;
}

SimulatedStep simulatePlan(const Problem& problem, const Plan& plan, const ChainCosts& costs, TimeBound bound)
{
    const int places = static_cast<int>(plan.stages.size());
    const ClusterGroup& group = problem.cluster.groups.front();
    std::vector<StageTimes> stages;
    for (const Stage& stage : plan.stages) {
        stages.push_back(stageTimes(costs, stage.layers, stage.degrees.data, stage.place, places, group, bound));
        addZeroExchange(stages.back(), costs, stage.layers, {stage.degrees.data, plan.zero_stage, plan.micro_batches},
                        stage.place, group);
    }
    const int data = plan.stages.front().degrees.data;
    return simulatePipeline(stages, plan.schedule, plan.micro_batches, tiedExchange(costs, data, places, group));
}

}
