// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/schedule/kinds/common.h"
#include "core/schedule/kinds/kinds.h"
#include "core/words/schedule.h"

#include <algorithm>
#include <array>
#include <deque>

// DeepSeek-AI 2024, "DeepSeek-V3 Technical Report" (DualPipe) and the phases of its published program: micro-batches
// enter from both ends, and a forward pass runs concurrently with a backward pass of the opposite direction. The time
// of such a pair is the sum of both passes: an upper bound, since the communication that it hides is unknown here.
namespace stagecraft::schedules {

namespace {

// Operations of one pipeline rank; direction 0 is the one whose micro-batches arrive here sooner.
class Bidirectional {
public:
    Bidirectional(const PipelineShape& shape, int pipeline_rank) : m_half(shape.micro_batches / 2)
    {
        const bool upper = pipeline_rank >= shape.pipeline_ranks / 2;
        for (const int direction : {0, 1}) {
            const int pipeline = upper ? 1 - direction : direction;
            m_stages[at(direction)] =
                pipeline == 0 ? pipeline_rank : shape.pipeline_ranks + shape.pipeline_ranks - 1 - pipeline_rank;
            m_first[at(direction)] = pipeline * m_half;
        }
    }

    void forward(int direction) { put(OperationKind::Forward, direction, m_forwards[at(direction)]++); }
    // Runs both concurrently, in opposite directions.
    void forwardAndBackward(int direction)
    {
        forward(direction);
        m_operations.back().joined = true;
        backward(1 - direction);
    }
    void backward(int direction) { put(OperationKind::Backward, direction, m_backwards[at(direction)]++); }
    // Postpones the weight gradient.
    void inputGradient(int direction)
    {
        m_pending.push_back({direction, m_backwards[at(direction)]});
        put(OperationKind::InputGradient, direction, m_backwards[at(direction)]++);
    }
    void weightGradient()
    {
        const auto [direction, count] = m_pending.front();
        m_pending.pop_front();
        put(OperationKind::WeightGradient, direction, count);
    }
    Operations finished(std::int64_t micro_batches)
    {
        for (const int direction : {0, 1}) {
            m_operations.push_back({OperationKind::Update, micro_batches - 1, m_stages[at(direction)]});
        }
        return std::move(m_operations);
    }

private:
    void put(OperationKind kind, int direction, std::int64_t count)
    {
        m_operations.push_back({kind, m_first[at(direction)] + count, m_stages[at(direction)]});
    }

    std::int64_t m_half;
    std::array<int, 2> m_stages {};
    std::array<std::int64_t, 2> m_first {}; // first micro-batch of each direction
    std::array<std::int64_t, 2> m_forwards {};
    std::array<std::int64_t, 2> m_backwards {};
    std::deque<std::pair<int, std::int64_t>> m_pending;
    Operations m_operations;
};

// Builds the eight phases of the published program.
Operations bidirectionalOperations(const PipelineShape& shape, int pipeline_rank)
{
    const int outer = std::min(pipeline_rank, shape.pipeline_ranks - 1 - pipeline_rank); // distance from the nearer end
    const int inner = shape.pipeline_ranks / 2 - 1 - outer; // distance from the middle
    Bidirectional bidirectional_pipelines(shape, pipeline_rank);
    for (int i = 0; i < 2 * inner; ++i) {
        bidirectional_pipelines.forward(0);
    }
    for (int i = 0; i < outer + 1; ++i) {
        bidirectional_pipelines.forward(0);
        bidirectional_pipelines.forward(1);
    }
    for (int i = 0; i < inner; ++i) {
        bidirectional_pipelines.inputGradient(1);
        bidirectional_pipelines.weightGradient();
        bidirectional_pipelines.forward(1);
    }
    for (std::int64_t i = 0; i < shape.micro_batches / 2 - shape.pipeline_ranks + outer + 1; ++i) {
        bidirectional_pipelines.forwardAndBackward(0);
        bidirectional_pipelines.forwardAndBackward(1);
    }
    for (int i = 0; i < inner; ++i) {
        bidirectional_pipelines.backward(1);
        bidirectional_pipelines.forwardAndBackward(1);
    }
    // Weight gradients are postponed to the following phases from the middle of this phase on.
    bool puts_off = false;
    const auto last = [&](int direction) {
        if (puts_off) {
            bidirectional_pipelines.inputGradient(direction);
        } else {
            bidirectional_pipelines.backward(direction);
        }
    };
    for (int i = 0; i < outer + 1; ++i) {
        puts_off = puts_off || (i == (outer + 1) / 2 && outer % 2 == 1);
        last(1);
        puts_off = puts_off || (i == (outer + 1) / 2 && outer % 2 == 0);
        last(0);
    }
    for (int i = 0; i < inner; ++i) {
        bidirectional_pipelines.weightGradient();
        bidirectional_pipelines.inputGradient(0);
    }
    for (int i = 0; i < outer + 1; ++i) {
        bidirectional_pipelines.weightGradient();
    }
    return bidirectional_pipelines.finished(shape.micro_batches);
}

}

const ScheduleRules dualPipe {
    .refusal = [](const PipelineShape& shape) -> std::optional<ShapeRefusal> {
        if (auto refusal = bidirectionalPipelineRanks(shape)) {
            return refusal;
        }
        if (shape.micro_batches % 2 == 0 && shape.micro_batches >= 2 * shape.pipeline_ranks) {
            return std::nullopt;
        }
        const std::int64_t nearest = std::max<std::int64_t>(shape.micro_batches + 1, 2 * shape.pipeline_ranks);
        return ShapeRefusal {say(words::schedule::even_micro_batches, shape.pipeline_ranks, shape.micro_batches),
                             say(words::schedule::micro_batches, nearest)};
    },
    .stages = bidirectionalStages,
    .operations = bidirectionalOperations,
    .weights = freshWeights,
    .filled =
        [](const PipelineShape& shape, int pipeline_rank, int direction) {
            const std::int64_t outer = std::min(pipeline_rank, shape.pipeline_ranks - 1 - pipeline_rank);
            const std::int64_t inner = shape.pipeline_ranks / 2 - 1 - outer;
            // The middle ranks run the first backward pass concurrently with a forward pass.
            return outer + 1 + (direction == 1 ? 0 : inner == 0 ? 1 : 2 * inner);
        },
    .splits_backward = true,
    .pipelines = 2,
};

}
