// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/schedule/kinds/common.h"
#include "core/schedule/kinds/kinds.h"

#include <algorithm>

// Li and Hoefler 2021, "Chimera": two 1F1B pipelines in opposite directions through the same places, each with half of
// the micro-batches; where one waits, the other works. A unit is p micro-batches; of more, the next unit begins while
// the one before still ends (direct concatenation). How the two are merged is a reconstruction, met by its published
// bubble and memory.
namespace stagecraft::schedules {

namespace {

struct Placed {
    Operation operation;
    std::int64_t slot = 0; // when it starts if all operations take the same time and the pipeline is alone
    int depth = 0; // of its stage
};

// When the operations of a 1F1B pipeline start, each of which takes one slot, by stage.
std::vector<std::vector<std::int64_t>> slotsOf(const std::vector<Operations>& stages, std::int64_t micro_batches)
{
    const int count = static_cast<int>(stages.size());
    std::vector<std::vector<std::int64_t>> starts(stages.size());
    std::vector<std::vector<std::int64_t>> forward(stages.size(), std::vector<std::int64_t>(at(micro_batches), -1));
    auto backward = forward;
    std::vector<std::int64_t> clock(stages.size(), 0);
    const auto startOf = [&](int s, const Operation& operation) -> std::int64_t {
        const std::size_t i = at(operation.micro_batch);
        if (operation.kind == OperationKind::Forward) {
            return s == 0 ? 0 : forward[at(s - 1)][i];
        }
        return s + 1 == count ? forward[at(s)][i] : backward[at(s + 1)][i];
    };
    for (bool moved = true; moved;) {
        moved = false;
        for (int s = 0; s < count; ++s) {
            while (starts[at(s)].size() < stages[at(s)].size()) {
                const Operation& operation = stages[at(s)][starts[at(s)].size()];
                const std::int64_t ready = startOf(s, operation);
                if (ready < 0) {
                    break;
                }
                const std::int64_t start = std::max(clock[at(s)], ready);
                starts[at(s)].push_back(start);
                clock[at(s)] = start + 1;
                (operation.kind == OperationKind::Forward ? forward : backward)[at(s)][at(operation.micro_batch)] =
                    start + 1;
                moved = true;
            }
        }
    }
    return starts;
}

Operations chimeraOperations(const PipelineShape& shape, int place)
{
    const std::int64_t half = shape.places / 2;
    std::vector<Operations> alone;
    for (int s = 0; s < shape.places; ++s) {
        alone.push_back(alternating(s, shape.places - 1 - s, half));
    }
    const auto slots = slotsOf(alone, half);
    const std::int64_t units = shape.micro_batches / shape.places;
    std::vector<Placed> merged;
    for (std::int64_t unit = 0; unit < units; ++unit) {
        for (const int pipeline : {0, 1}) {
            const int s = pipeline == 0 ? place : shape.places - 1 - place;
            for (std::size_t i = 0; i < alone[at(s)].size(); ++i) {
                Operation operation = alone[at(s)][i];
                operation.micro_batch += unit * shape.places + pipeline * half;
                operation.stage = pipeline * shape.places + s;
                // A place is busy for 2 p slots of each unit.
                merged.push_back({operation, slots[at(s)][i] + 2 * unit * shape.places, s});
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
    for (const int stage : {place, 2 * shape.places - 1 - place}) {
        operations.push_back({OperationKind::Update, shape.micro_batches - 1, stage});
    }
    return operations;
}

}

const ScheduleRules chimera {
    .refusal = [](const PipelineShape& shape) -> std::optional<ShapeRefusal> {
        if (auto refusal = opposedPlaces(shape)) {
            return refusal;
        }
        return microBatchesByPlaces(shape);
    },
    .stages = opposedStages,
    .operations = chimeraOperations,
    .weights = freshWeights,
    .pipelines = 2,
};

}
