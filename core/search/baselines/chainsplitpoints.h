// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/plan/plan.h"

#include <functional>
#include <limits>
#include <stop_token>
#include <vector>

// Split points of a chain for one kind of stage: P + 1 layer indices, including both ends; empty if there are none, or
// when stopped.
namespace stagecraft::baseline {

inline constexpr double forbidden = std::numeric_limits<double>::infinity();

// Cost of a stage at a pipeline rank; `forbidden` if the stage is not allowed.
using PipelineRankCost = std::function<double(int pipeline_rank, LayerRange range)>;

// Returns the split points that minimize the largest cost; the earliest split points among equals. Exact: dynamic
// program, O(pipeline ranks x layers^2) costs.
std::vector<int> leastLargestSplitPoints(int layers, int pipeline_ranks, const PipelineRankCost& cost,
                                         const std::stop_token& stop);
// Returns the split points that minimize the sum of costs, likewise.
std::vector<int> leastSumSplitPoints(int layers, int pipeline_ranks, const PipelineRankCost& cost,
                                     const std::stop_token& stop);

// Returns the split points by filling() for the lowest threshold in [0, 2^60] that a bisection finds, as in CAPSlog and
// mcap-alpa (capslog/calc_mem_stats.py, "bs").
using PipelineRankPeak = std::function<std::int64_t(int pipeline_rank, LayerRange range)>;
std::vector<int> bisectedFilling(LayerRange layers, int pipeline_ranks, const PipelineRankPeak& peak);

}
