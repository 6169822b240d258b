// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/schedule/kinds/common.h"
#include "core/schedule/kinds/kinds.h"

#include <algorithm>

// Qi et al. 2024, "Zero Bubble Pipeline Parallelism": weight gradients fill the idle time.
namespace stagecraft::schedules {

namespace {

// Operations of one stage, appended in order.
class Split {
public:
    Split(int stage, std::int64_t micro_batches) : m_stage(stage), m_micro_batches(micro_batches) {}

    bool forwardsLeft() const { return m_forwards < m_micro_batches; }
    bool gradientsLeft() const { return m_inputs < m_micro_batches; }
    std::int64_t pendingWeights() const { return m_inputs - m_weights; }
    std::int64_t inFlight() const { return m_forwards - m_weights; }

    void forward() { put(OperationKind::Forward, m_forwards); }
    void inputGradient() { put(OperationKind::InputGradient, m_inputs); }
    void weightGradient() { put(OperationKind::WeightGradient, m_weights); }

    void forwards(std::int64_t count)
    {
        for (std::int64_t i = 0; i < count && forwardsLeft(); ++i) {
            forward();
        }
    }
    Operations finished()
    {
        while (pendingWeights() > 0) {
            weightGradient();
        }
        return flushed(std::move(m_operations), m_stage, m_micro_batches);
    }

private:
    void put(OperationKind kind, std::int64_t& count) { m_operations.push_back({kind, count++, m_stage}); }

    int m_stage;
    std::int64_t m_micro_batches;
    std::int64_t m_forwards = 0;
    std::int64_t m_inputs = 0;
    std::int64_t m_weights = 0;
    Operations m_operations;
};

// H1: as many saved activations as 1F1B has on its first stage; later stages postpone more weight gradients.
Operations handcraftedH1(const PipelineShape& shape, int stage)
{
    Split split(stage, shape.micro_batches);
    split.forwards(shape.pipeline_ranks - 1 - stage);
    while (split.gradientsLeft()) {
        split.forwards(1);
        split.inputGradient();
        if (split.pendingWeights() > stage || !split.forwardsLeft()) {
            split.weightGradient();
        }
    }
    return split.finished();
}

// H2: twice the activations, and no bubble between a device's first and last operation if F = I = W.
Operations handcraftedH2(const PipelineShape& shape, int stage)
{
    const std::int64_t most = 2 * shape.pipeline_ranks - 1;
    Split split(stage, shape.micro_batches);
    split.forwards(2 * (shape.pipeline_ranks - stage) - 1);
    while (split.gradientsLeft()) {
        split.inputGradient();
        if (!split.forwardsLeft() || split.inFlight() >= most) {
            split.weightGradient();
        }
        split.forwards(1);
    }
    return split.finished();
}

}

const ScheduleRules zeroBubbleH1 {
    .refusal = oneStagePerRank,
    .stages = loopedStages,
    .operations = handcraftedH1,
    .weights = freshWeights,
    .in_flight = [](const PipelineShape& shape,
                    int) { return std::min<std::int64_t>(shape.micro_batches, shape.pipeline_ranks); },
    .splits_backward = true,
};

const ScheduleRules zeroBubbleH2 {
    .refusal = oneStagePerRank,
    .stages = loopedStages,
    .operations = handcraftedH2,
    .weights = freshWeights,
    .in_flight = [](const PipelineShape& shape,
                    int) { return std::min<std::int64_t>(shape.micro_batches, 2 * shape.pipeline_ranks - 1); },
    .splits_backward = true,
};

}
