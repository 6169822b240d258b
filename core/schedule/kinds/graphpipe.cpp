// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/schedule/kinds/common.h"
#include "core/schedule/kinds/kinds.h"
#include "core/words/schedule.h"

#include <algorithm>

// Jeon et al. 2024, "GraphPipe": stages form a graph whose branches run at the same time. A stage has as many
// micro-batches in flight as there are stages on the longest path from it to the end.
namespace stagecraft::schedules {

namespace {

// Returns the number of stages on the longest path to a final stage, by stage. `before` only names earlier stages.
std::vector<std::int64_t> depths(const std::vector<ScheduledStage>& stages)
{
    std::vector<std::int64_t> depth(stages.size(), 1);
    for (std::size_t i = stages.size(); i-- > 0;) {
        for (const int other : stages[i].before) {
            depth[at(other)] = std::max(depth[at(other)], depth[i] + 1);
        }
    }
    return depth;
}

std::optional<ShapeRefusal> refusal(const PipelineShape& shape)
{
    if (auto refused = oneStagePerRank(shape)) {
        return refused;
    }
    if (shape.graph.empty()) {
        return std::nullopt;
    }
    if (shape.graph.size() != at(shape.stages)) {
        return ShapeRefusal {say(words::schedule::graph_of_stages, shape.graph.size(), shape.stages), {}};
    }
    for (int i = 0; i < shape.stages; ++i) {
        for (const int other : shape.graph[at(i)]) {
            if (other < 0 || other >= i) {
                return ShapeRefusal {say(words::schedule::graph_order, i, other), {}};
            }
        }
    }
    return std::nullopt;
}

}

const ScheduleRules graphPipe {
    .refusal = refusal,
    .stages = graphStages,
    .operations =
        [](const PipelineShape& shape, int stage) {
            const std::int64_t depth = depths(graphStages(shape))[at(stage)];
            return flushed(alternating(stage, depth - 1, shape.micro_batches), stage, shape.micro_batches);
        },
    .weights = freshWeights,
};

}
