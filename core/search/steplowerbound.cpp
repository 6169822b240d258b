// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/steplowerbound.h"

#include <algorithm>
#include <limits>

namespace stagecraft {

namespace {

constexpr double rounding = 1 - 1e-9; // rounding of sums

double passesOf(const StepBoundGroup& of, std::size_t layer)
{
    const LayerCost& cost = of.chain->costs.layers[layer];
    return (cost.forward.median + cost.forward_waiting + cost.backward.median + cost.backward_waiting).value;
}

struct Weights {
    std::vector<double> of; // indexed by group
    double most = 0; // sum over all stages
};

Weights weightsOf(const ConfigurationGroup& config_group, const std::vector<StepBoundGroup>& groups)
{
    Weights weights;
    std::vector<std::pair<double, int>> pipeline_ranks; // weight and pipeline ranks of each group
    for (const StepBoundGroup& group : groups) {
        double whole = 0;
        for (std::size_t layer = 0; layer < group.chain->costs.layers.size(); ++layer) {
            whole += passesOf(group, layer);
        }
        weights.of.push_back(whole > 0 ? 1 / whole : 1);
        pipeline_ranks.emplace_back(weights.of.back(), group.group->devices() / config_group.devices(1));
    }
    std::sort(pipeline_ranks.rbegin(), pipeline_ranks.rend());
    // Without overlapping micro-batches, one stage works at a time.
    int left = config_group.fixed.schedule == ScheduleKind::Sequential ? 1 : config_group.deepest;
    for (const auto& [weight, stages] : pipeline_ranks) {
        weights.most += weight * std::min(stages, left);
        left -= std::min(stages, left);
    }
    return weights;
}

}

StepLowerBound stepLowerBound(const ConfigurationGroup& config_group, const std::vector<StepBoundGroup>& groups)
{
    const Weights weights = weightsOf(config_group, groups);
    double shared = 0; // seconds per micro-batch
    double longest = 0; // seconds of the longest layer
    for (std::size_t layer = 0; layer < groups.front().chain->costs.layers.size(); ++layer) {
        double weighted = std::numeric_limits<double>::infinity();
        double least = weighted;
        for (std::size_t g = 0; g < groups.size(); ++g) {
            const double passes = passesOf(groups[g], layer);
            weighted = std::min(weighted, weights.of[g] * passes);
            least = std::min(least, passes);
        }
        shared += weighted;
        longest = std::max(longest, least);
    }
    const auto m = static_cast<double>(config_group.micro_batches);
    StepLowerBound lower_bound {Seconds(m * std::max(shared / weights.most, longest) * rounding), {}};
    double cheapest_stage = std::numeric_limits<double>::infinity();
    UsdPerHour cheapest_node(cheapest_stage);
    for (std::size_t g = 0; g < groups.size(); ++g) {
        const ClusterGroup& group = *groups[g].group;
        const UsdPerHour node = group.price_per_node.value_or(UsdPerHour(0));
        const double part = static_cast<double>(config_group.devices(1)) / group.devices_per_node;
        cheapest_stage = std::min(cheapest_stage, node.value * part / weights.of[g]);
        cheapest_node = std::min(cheapest_node, node);
    }
    const Usd by_work = UsdPerHour(cheapest_stage) * Seconds(m * shared * rounding);
    lower_bound.cost = std::max(cheapest_node * lower_bound.step, by_work);
    return lower_bound;
}

}
