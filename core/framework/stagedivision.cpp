// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/framework/stagedivision.h"

#include "core/model/parameters.h"

#include <iterator>
#include <numeric>

namespace stagecraft {

namespace {

// Ends each stage once all stages so far have their share of the parameters that tokens pass through. The embedding
// counts as zero, and layers after the last one with parameters join its stage.
std::vector<int> splitPointsByCost(const Model& model, int stages)
{
    std::vector<double> costs;
    for (std::size_t i = 0; i < model.layers.size(); ++i) {
        costs.push_back(i == 0 ? 0 : static_cast<double>(parameterCount(model.layers[i].spec)));
    }
    const double all = std::accumulate(costs.begin(), costs.end(), 0.0);
    double before = 0;
    std::vector<int> split_points {0};
    for (std::size_t i = 0; i < costs.size(); ++i) {
        before += costs[i];
        const auto ended = static_cast<double>(split_points.size());
        if (ended < stages && before >= all * ended / stages) {
            split_points.push_back(static_cast<int>(i) + 1);
        }
    }
    if (split_points.back() < static_cast<int>(costs.size())) {
        split_points.push_back(static_cast<int>(costs.size()));
    }
    return split_points;
}

}

std::vector<int> frameworkSplitPoints(const Model& model, const FrameworkChoice& framework, int stages)
{
    const int blocks = static_cast<int>(model.layers.size()) - 2; // all except embedding and head
    if (stages < 1 || stages > blocks) {
        return {};
    }
    const ExecutionMode mode = modeOf(framework);
    if (mode.divides_by_cost) {
        std::vector<int> split_points = splitPointsByCost(model, stages);
        return static_cast<int>(split_points.size()) == stages + 1 ? split_points : std::vector<int>();
    }
    const int divided = blocks + (mode.counts_ends ? 2 : 0);
    std::vector<int> counts(static_cast<std::size_t>(stages), divided / stages);
    for (int i = 0; i < divided % stages; ++i) {
        ++counts[static_cast<std::size_t>(i)];
    }
    if (mode.counts_ends) {
        --counts.front();
        --counts.back();
    }
    return splitPointsOfBlocks(std::move(counts));
}

std::vector<int> splitPointsOfBlocks(std::vector<int> blocks)
{
    ++blocks.front();
    ++blocks.back();
    std::vector<int> split_points {0};
    std::partial_sum(blocks.begin(), blocks.end(), std::back_inserter(split_points));
    return split_points;
}

}
