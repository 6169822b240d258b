// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/plan/plan.h"

#include <functional>
#include <limits>
#include <stop_token>
#include <vector>

// Split points of a chain for one kind of stage. Split points are P + 1 layer indices with both ends; empty where there
// are none, or when stopped.
namespace stagecraft::baseline {

inline constexpr double forbidden = std::numeric_limits<double>::infinity();

// What the stage at a pipeline rank costs, `forbidden` where it must not be.
using PipelineRankCost = std::function<double(int pipeline_rank, LayerRange range)>;

// The split points whose largest cost is least, of several those with the earliest split points. Exact: dynamic
// program, O(pipeline ranks x layers^2) costs.
std::vector<int> leastLargestSplitPoints(int layers, int pipeline_ranks, const PipelineRankCost& cost,
                                         const std::stop_token& stop);
// The split points whose costs sum up to the least, likewise.
std::vector<int> leastSumSplitPoints(int layers, int pipeline_ranks, const PipelineRankCost& cost,
                                     const std::stop_token& stop);

// The split points by filling() for the lowest threshold
// in [0, 2^60] that a bisection finds, as CAPSlog and mcap-alpa search (capslog/calc_mem_stats.py, "bs").
using PipelineRankPeak = std::function<std::int64_t(int pipeline_rank, LayerRange range)>;
std::vector<int> bisectedFilling(LayerRange layers, int pipeline_ranks, const PipelineRankPeak& peak);

}
