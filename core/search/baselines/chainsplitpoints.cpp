// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/baselines/chainsplitpoints.h"

#include <algorithm>

namespace stagecraft::baseline {

namespace {

// Dynamic program from the end: entry i of `behind` is the lowest cost of the layers from i on for the stages after a
// rank.
template <typename Join>
std::vector<int> lowestPeakSplitPoints(int layers, int pipeline_ranks, const PipelineRankCost& cost,
                                       const std::stop_token& stop, Join join)
{
    const auto width = static_cast<std::size_t>(layers) + 1;
    std::vector<std::vector<int>> next(static_cast<std::size_t>(pipeline_ranks), std::vector<int>(width, -1));
    std::vector<double> behind(width, forbidden);
    behind.back() = 0;
    for (int pipeline_rank = pipeline_ranks - 1; pipeline_rank >= 0; --pipeline_rank) {
        std::vector<double> now(width, forbidden);
        for (int i = pipeline_rank; i < layers - (pipeline_ranks - 1 - pipeline_rank); ++i) {
            if (stop.stop_requested()) {
                return {};
            }
            auto& best = now[static_cast<std::size_t>(i)];
            for (int j = i + 1; j <= layers - (pipeline_ranks - 1 - pipeline_rank); ++j) {
                const double rest = behind[static_cast<std::size_t>(j)];
                if (rest < best) {
                    if (const double joined = join(cost(pipeline_rank, {i, j}), rest); joined < best) {
                        best = joined;
                        next[static_cast<std::size_t>(pipeline_rank)][static_cast<std::size_t>(i)] = j;
                    }
                }
            }
        }
        behind = std::move(now);
    }
    std::vector<int> split_points {0};
    for (const auto& at_pipeline_rank : next) {
        const int split_point = at_pipeline_rank[static_cast<std::size_t>(split_points.back())];
        if (split_point < 0) {
            return {};
        }
        split_points.push_back(split_point);
    }
    return split_points;
}

// Fills stages greedily: each adds layers while it is within the threshold and leaves one layer for each later stage;
// the last one gets the rest.
std::vector<int> filling(LayerRange layers, int pipeline_ranks, const PipelineRankPeak& peak, std::int64_t threshold)
{
    std::vector<int> split_points {layers.first};
    for (int pipeline_rank = 0; pipeline_rank + 1 < pipeline_ranks; ++pipeline_rank) {
        int end = split_points.back() + 1;
        while (end < layers.last - (pipeline_ranks - 1 - pipeline_rank)
               && peak(pipeline_rank, {split_points.back(), end + 1}) <= threshold) {
            ++end;
        }
        split_points.push_back(end);
    }
    split_points.push_back(layers.last);
    return split_points;
}

}

std::vector<int> leastLargestSplitPoints(int layers, int pipeline_ranks, const PipelineRankCost& cost,
                                         const std::stop_token& stop)
{
    return lowestPeakSplitPoints(layers, pipeline_ranks, cost, stop,
                                 [](double stage, double rest) { return std::max(stage, rest); });
}

std::vector<int> leastSumSplitPoints(int layers, int pipeline_ranks, const PipelineRankCost& cost,
                                     const std::stop_token& stop)
{
    return lowestPeakSplitPoints(layers, pipeline_ranks, cost, stop,
                                 [](double stage, double rest) { return stage + rest; });
}

std::vector<int> bisectedFilling(LayerRange layers, int pipeline_ranks, const PipelineRankPeak& peak)
{
    std::int64_t low = 0;
    std::int64_t high = std::int64_t(1) << 60;
    std::vector<int> found;
    while (low <= high) {
        const std::int64_t middle = low + (high - low) / 2;
        auto split_points = filling(layers, pipeline_ranks, peak, middle);
        bool within = true;
        for (int pipeline_rank = 0; pipeline_rank < pipeline_ranks && within; ++pipeline_rank) {
            const auto s = static_cast<std::size_t>(pipeline_rank);
            within = peak(pipeline_rank, {split_points[s], split_points[s + 1]}) <= middle;
        }
        if (within) {
            found = std::move(split_points);
            high = middle - 1;
        } else {
            low = middle + 1;
        }
    }
    return found;
}

}
