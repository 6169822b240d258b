// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/schedule/kinds/common.h"
#include "core/schedule/kinds/kinds.h"

#include <algorithm>

// Li and Hoefler 2021, "Chimera": two 1F1B pipelines in opposite directions over the same pipeline ranks, each with
// half of the micro-batches; one works while the other waits. A unit is p micro-batches; with more, the next unit
// begins before the previous one ends (direct concatenation). The merge of the two pipelines is a reconstruction that
// reproduces the published bubble and memory.
namespace stagecraft::schedules {

namespace {

struct Placed {
    Operation operation;
    std::int64_t slot = 0; // start, if all operations take the same time and the pipeline runs alone
    int depth = 0; // stage within its pipeline
};

// Returns the start slot of an operation of a 1F1B pipeline whose operations take one slot each. The first gradient
// arrives after 2 p slots, minus the hops from this stage to the first one, then one every other slot; forward passes
// follow each other until then, and then run just before each gradient.
std::int64_t slotOf(const Operation& operation, int stage, int stages)
{
    const std::int64_t i = operation.micro_batch;
    if (operation.kind != OperationKind::Forward) {
        return 2 * stages - 1 - stage + 2 * i;
    }
    const std::int64_t warm_up = stages - 1 - stage;
    return i <= warm_up ? stage + i : 2 * stages - 2 - stage + 2 * (i - warm_up);
}

Operations chimeraOperations(const PipelineShape& shape, int pipeline_rank)
{
    const std::int64_t half = shape.pipeline_ranks / 2;
    const std::int64_t units = shape.micro_batches / shape.pipeline_ranks;
    std::vector<Placed> merged;
    merged.reserve(at(2 * shape.micro_batches));
    for (std::int64_t unit = 0; unit < units; ++unit) {
        for (const int pipeline : {0, 1}) {
            const int s = pipeline == 0 ? pipeline_rank : shape.pipeline_ranks - 1 - pipeline_rank;
            for (Operation operation : alternating(s, shape.pipeline_ranks - 1 - s, half)) {
                // A pipeline rank is busy for 2 p slots of each unit.
                const std::int64_t slot = slotOf(operation, s, shape.pipeline_ranks) + 2 * unit * shape.pipeline_ranks;
                operation.micro_batch += static_cast<std::int32_t>(unit * shape.pipeline_ranks + pipeline * half);
                operation.stage = pipeline * shape.pipeline_ranks + s;
                merged.push_back({operation, slot, s});
            }
        }
    }
    std::stable_sort(merged.begin(), merged.end(), [](const Placed& a, const Placed& b) {
        return a.slot != b.slot ? a.slot < b.slot : a.depth > b.depth;
    });
    Operations operations;
    for (const Placed& placed : merged) {
        operations.push_back(placed.operation);
    }
    for (const int stage : {pipeline_rank, 2 * shape.pipeline_ranks - 1 - pipeline_rank}) {
        operations.push_back({OperationKind::Update, shape.micro_batches - 1, stage});
    }
    return operations;
}

}

const ScheduleRules chimera {
    .refusal = [](const PipelineShape& shape) -> std::optional<ShapeRefusal> {
        if (auto refusal = bidirectionalPipelineRanks(shape)) {
            return refusal;
        }
        return microBatchesByRanks(shape);
    },
    .stages = bidirectionalStages,
    .operations = chimeraOperations,
    .weights = freshWeights,
    .filled = [](const PipelineShape& shape, int pipeline_rank, int pipeline) -> std::int64_t {
        const int left = std::min(
            // Stages left in the pipeline that is nearer its end.
            pipeline_rank + 1, shape.pipeline_ranks - pipeline_rank);
        return pipeline == 0 ? left : shape.pipeline_ranks / 2;
    },
    .pipelines = 2,
};

}
