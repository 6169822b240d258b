// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0

// DeepSpeed's PipelineModule (deepspeed/runtime/pipe/module.py, partition_method; deepspeed/runtime/utils.py): all
// stages alike, cut by the number of layers, of parameters that learn, or of layers of a type. Knows nothing of the
// device's memory; its users choose the depth, here the first that fits, with replicas on all other devices.
#include "core/search/baselines/rules.h"
#include "core/search/baselines/stagerules.h"
#include "core/search/baselines/uniform.h"

#include <algorithm>
#include <limits>

namespace stagecraft::baseline {

namespace {

// partition_balanced(): a dynamic program for the least difference of the largest and the smallest part. It keeps one
// state for each prefix and number of parts, the last of equal ones, so that it is not exact even for that.
// O(layers^2 x parts).
std::vector<int> leastSpreadCuts(const std::vector<double>& weights, int parts)
{
    struct State {
        double spread = std::numeric_limits<double>::infinity();
        double most = spread;
        double least = spread;
        int from = 0;
    };
    const auto count = weights.size();
    const auto most_parts = static_cast<std::size_t>(parts);
    if (count <= most_parts) {
        return uniformCuts(static_cast<int>(count), parts);
    }
    std::vector<double> sums {0};
    for (const double weight : weights) {
        sums.push_back(sums.back() + weight);
    }
    std::vector<std::vector<State>> states(count + 1, std::vector<State>(most_parts + 1));
    states[0][0].most = states[0][0].spread = 0;
    for (std::size_t i = 1; i <= count; ++i) {
        for (std::size_t p = 1; p <= std::min(i, most_parts); ++p) {
            State& best = states[i][p];
            for (std::size_t k = 0; k < i; ++k) {
                const double last = sums[i] - sums[k];
                const double most = std::max(states[k][p - 1].most, last);
                const double least = std::min(states[k][p - 1].least, last);
                if (most - least <= best.spread) {
                    best = {most - least, most, least, static_cast<int>(k)};
                }
            }
        }
    }
    std::vector<int> cuts {static_cast<int>(count)};
    for (std::size_t p = most_parts; p > 0; --p) {
        cuts.push_back(states[static_cast<std::size_t>(cuts.back())][p].from);
    }
    std::reverse(cuts.begin(), cuts.end());
    return cuts;
}

BaselineAnswer byWeights(const BaselineTask& task, const std::vector<double>& weights)
{
    return firstThatFits(
        task, shallowFirst(task), [&](PipelineShape shape) { return leastSpreadCuts(weights, shape.places); },
        "no stage can be so wide");
}

}

BaselineAnswer deepspeedUniform(const BaselineTask& task)
{
    return firstThatFits(
        task, shallowFirst(task), [&](PipelineShape shape) { return uniformCuts(task.table.layers(), shape.places); },
        "no stage can be so wide");
}

BaselineAnswer deepspeedParameters(const BaselineTask& task)
{
    std::vector<double> weights;
    for (int l = 0; l < task.table.layers(); ++l) {
        weights.push_back(static_cast<double>(task.table.gradients({l, l + 1}, 0).value));
    }
    return byWeights(task, weights);
}

BaselineAnswer deepspeedType(const BaselineTask& task)
{
    const Model& model = task.table.problem().model;
    const LayerRange blocks = repeatedBlocks(model);
    if (blocks.count() == 0) {
        return tl::unexpected<std::string>("no type of layer makes up most of the model");
    }
    std::vector<double> weights(model.layers.size(), 0);
    std::fill(weights.begin() + blocks.first, weights.begin() + blocks.last, 1);
    return byWeights(task, weights);
}

}
