// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/schedule/kinds/common.h"
#include "core/schedule/kinds/kinds.h"
#include "core/words/schedule.h"

#include <algorithm>
#include <array>

// Qi et al. 2024, "Zero Bubble Pipeline Parallelism" and "Pipeline Parallelism with Controllable Memory": the chain
// goes down the pipeline ranks and up again, so that each has an early and a late stage, and the first pipeline rank
// has both ends. The order is that of PyTorch's ScheduleZBVZeroBubble.
namespace stagecraft::schedules {

namespace {

// Operations of one pipeline rank with its two stages: early (0) and late (1). PyTorch lays out at least 2 p - 1
// micro-batches and omits those that do not exist.
class Folded {
public:
    Folded(const PipelineShape& shape, int pipeline_rank)
        : m_stages {pipeline_rank, 2 * shape.pipeline_ranks - 1 - pipeline_rank}
        , m_micro_batches(shape.micro_batches)
        , m_laid_out(std::max<std::int64_t>(2 * shape.pipeline_ranks - 1, shape.micro_batches))
    {
        m_operations.reserve(at(6 * m_micro_batches + 2));
    }

    bool forwardsLeft(int chunk) const { return m_forwards[at(chunk)] < m_laid_out; }
    bool behind() const { return m_forwards[1] < m_forwards[0]; }

    void forward(int chunk) { put(OperationKind::Forward, chunk, m_forwards); }
    void inputGradient(int chunk) { put(OperationKind::InputGradient, chunk, m_inputs); }
    void weightGradient(int chunk) { put(OperationKind::WeightGradient, chunk, m_weights); }
    void backward(int chunk)
    {
        inputGradient(chunk);
        weightGradient(chunk);
    }
    Operations finished()
    {
        for (const int chunk : {1, 0}) {
            while (m_weights[at(chunk)] < m_inputs[at(chunk)]) {
                weightGradient(chunk);
            }
        }
        for (const int stage : m_stages) {
            m_operations.push_back({OperationKind::Update, m_micro_batches - 1, stage});
        }
        return std::move(m_operations);
    }

private:
    void put(OperationKind kind, int chunk, std::array<std::int64_t, 2>& counts)
    {
        if (const std::int64_t micro_batch = counts[at(chunk)]++; micro_batch < m_micro_batches) {
            m_operations.push_back({kind, micro_batch, m_stages[at(chunk)]});
        }
    }

    std::array<int, 2> m_stages;
    std::int64_t m_micro_batches;
    std::int64_t m_laid_out;
    std::array<std::int64_t, 2> m_forwards {};
    std::array<std::int64_t, 2> m_inputs {};
    std::array<std::int64_t, 2> m_weights {};
    Operations m_operations;
};

Operations foldedOperations(const PipelineShape& shape, int pipeline_rank)
{
    const int later = shape.pipeline_ranks - pipeline_rank; // pipeline ranks from here on
    Folded folded(shape, pipeline_rank);
    for (int i = 0; i < 2 * later - 1; ++i) {
        folded.forward(0);
    }
    for (int i = 0; i < pipeline_rank; ++i) {
        folded.forward(1);
        folded.forward(0);
    }
    for (int i = 0; i < later; ++i) {
        folded.forward(1);
        folded.backward(1);
    }
    while (folded.forwardsLeft(0) || folded.behind()) {
        if (folded.forwardsLeft(0)) {
            folded.forward(0);
        }
        folded.backward(0);
        folded.forward(1);
        folded.backward(1);
    }
    for (int i = 0; i < pipeline_rank; ++i) {
        folded.inputGradient(0);
        folded.inputGradient(1);
    }
    for (int i = 0; i < later; ++i) {
        folded.backward(0);
    }
    return folded.finished();
}

}

const ScheduleRules zeroBubbleV {
    .refusal = [](const PipelineShape& shape) -> std::optional<ShapeRefusal> {
        if (shape.stages == 2 * shape.pipeline_ranks) {
            return std::nullopt;
        }
        return ShapeRefusal {
            say(words::schedule::two_stages_per_rank, 2 * shape.pipeline_ranks, shape.pipeline_ranks, shape.stages),
            say(words::schedule::stages, 2 * shape.pipeline_ranks)};
    },
    .stages = foldedStages,
    .operations = foldedOperations,
    .weights = freshWeights,
    .filled =
        [](const PipelineShape& shape, int pipeline_rank, int stage) {
            return std::min<std::int64_t>(
                shape.micro_batches, stage == 0 ? 2 * shape.pipeline_ranks - 1 - pipeline_rank : pipeline_rank + 1);
        },
    .splits_backward = true,
    .stages_per_rank = 2,
};

}
