// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/schedule/kinds/common.h"
#include "core/schedule/kinds/kinds.h"

#include <algorithm>

// Narayanan et al. 2021, "Efficient Large-Scale Language Model Training on GPU Clusters Using Megatron-LM": each place
// holds v stages, the chain goes round the places v times. Micro-batches go through in groups: one stage works on a
// whole group before the next stage of the place does.
namespace stagecraft::schedules {

namespace {

std::optional<ShapeRefusal> loops(const PipelineShape& shape)
{
    if (shape.stages % shape.places == 0 && shape.stages > shape.places) {
        return std::nullopt;
    }
    const int nearest = std::max(2, (shape.stages + shape.places / 2) / shape.places) * shape.places;
    return ShapeRefusal {"each of the " + std::to_string(shape.places)
                             + " places must hold the same number of stages, "
                               "at least 2; there are "
                             + std::to_string(shape.stages),
                         std::to_string(nearest) + " stages"};
}

// Forward passes of a place before its first backward pass is next but one; `early`: so many more.
std::int64_t warmUp(const PipelineShape& shape, int place, std::int64_t group, std::int64_t early)
{
    const std::int64_t v = shape.stages / shape.places;
    return std::min(shape.micro_batches * v, 2 * std::int64_t(shape.places - 1 - place) + (v - 1) * group + early);
}

// Operations of place r, where `group` micro-batches follow each other on a stage.
Operations interleavedOperations(const PipelineShape& shape, int place, std::int64_t group, std::int64_t early = 0)
{
    const std::int64_t p = shape.places;
    const std::int64_t v = shape.stages / p;
    const std::int64_t all = shape.micro_batches * v;
    const std::int64_t warm_up = warmUp(shape, place, group, early);
    const auto forward = [&](std::int64_t step) -> Operation {
        const std::int64_t chunk = step % (group * v) / group;
        return {OperationKind::Forward, step / (group * v) * group + step % group, static_cast<int>(chunk * p + place)};
    };
    const auto backward = [&](std::int64_t step) -> Operation {
        const std::int64_t chunk = v - 1 - step % (group * v) / group;
        return {OperationKind::Backward, step / (group * v) * group + step % group,
                static_cast<int>(chunk * p + place)};
    };
    Operations operations;
    operations.reserve(at(2 * all + v));
    for (std::int64_t step = 0; step < all + warm_up; ++step) {
        if (step < all) {
            operations.push_back(forward(step));
        }
        if (step >= warm_up) {
            operations.push_back(backward(step - warm_up));
        }
    }
    for (int stage = place; stage < shape.stages; stage += shape.places) {
        operations.push_back({OperationKind::Update, shape.micro_batches - 1, stage});
    }
    return operations;
}

std::int64_t interleavedFilled(const PipelineShape& shape, int place, int chunk, std::int64_t group,
                               std::int64_t early = 0)
{
    const std::int64_t v = shape.stages / shape.places;
    const std::int64_t forwards = std::min(shape.micro_batches * v, warmUp(shape, place, group, early) + 1);
    const std::int64_t begun = std::clamp<std::int64_t>(forwards % (group * v) - chunk * group, 0, group);
    return forwards / (group * v) * group + begun;
}

// PyTorch's ScheduleInterleaved1F1B: as many rounds as there are groups of p micro-batches, all of one size.
std::int64_t roundsOf(const PipelineShape& shape)
{
    return std::max<std::int64_t>(1, shape.micro_batches / shape.places);
}

}

const ScheduleRules interleaved {
    .refusal = [](const PipelineShape& shape) -> std::optional<ShapeRefusal> {
        if (auto refusal = loops(shape)) {
            return refusal;
        }
        return microBatchesByPlaces(shape, ", or the schedule interleaved-rounds");
    },
    .stages = loopedStages,
    .operations = [](const PipelineShape& shape,
                     int place) { return interleavedOperations(shape, place, shape.places); },
    .weights = freshWeights,
    .filled = [](const PipelineShape& shape, int place,
                 int chunk) { return interleavedFilled(shape, place, chunk, shape.places); },
    .stages_per_place = 0,
};

const ScheduleRules interleavedRounds {
    .refusal = [](const PipelineShape& shape) -> std::optional<ShapeRefusal> {
        if (auto refusal = loops(shape)) {
            return refusal;
        }
        const std::int64_t rounds = roundsOf(shape);
        if (shape.micro_batches % rounds == 0) {
            return std::nullopt;
        }
        const std::int64_t nearest = (shape.micro_batches + rounds / 2) / rounds * rounds;
        return ShapeRefusal {"the micro-batches (" + std::to_string(shape.micro_batches)
                                 + ") must be a multiple of the " + std::to_string(rounds)
                                 + " rounds in which they go through",
                             std::to_string(nearest) + " micro-batches"};
    },
    .stages = loopedStages,
    .operations = [](const PipelineShape& shape,
                     int place) { return interleavedOperations(shape, place, shape.micro_batches / roundsOf(shape)); },
    .weights = freshWeights,
    .filled = [](const PipelineShape& shape, int place,
                 int chunk) { return interleavedFilled(shape, place, chunk, shape.micro_batches / roundsOf(shape)); },
    .stages_per_place = 0,
};

// NVIDIA/Megatron-LM of August 2026, megatron/core/pipeline_parallel/combined_1f1b.py: Interleaved, or the
// micro-batches of one place one after another, with one forward pass more before the first backward pass
// (get_pp_rank_microbatches() in schedules.py), so that the two passes that follow each other need nothing of each
// other.
const ScheduleRules combined {
    .refusal = [](const PipelineShape& shape) -> std::optional<ShapeRefusal> {
        if (shape.places == 1 && shape.stages == 1) {
            return std::nullopt;
        }
        if (auto refusal = loops(shape)) {
            return refusal;
        }
        return microBatchesByPlaces(shape, "");
    },
    .stages = loopedStages,
    .operations = [](const PipelineShape& shape,
                     int place) { return interleavedOperations(shape, place, shape.places, 1); },
    .weights = freshWeights,
    .filled = [](const PipelineShape& shape, int place,
                 int chunk) { return interleavedFilled(shape, place, chunk, shape.places, 1); },
    .stages_per_place = 0,
    .combines_passes = true,
};

}
