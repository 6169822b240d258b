// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/schedule/kinds/common.h"
#include "core/schedule/kinds/kinds.h"

namespace stagecraft::schedules {

namespace {

Operations backwardAtOnce(const PipelineShape& shape, int stage)
{
    Operations operations;
    for (std::int64_t i = 0; i < shape.micro_batches * shape.steps; ++i) {
        operations.push_back({OperationKind::Forward, i, stage});
        operations.push_back({OperationKind::Backward, i, stage});
        if ((i + 1) % shape.micro_batches == 0) {
            operations.push_back({OperationKind::Update, i, stage});
        }
    }
    return operations;
}

}

// Guo et al. 2024, "PPLL": each stage has a local loss and runs its backward pass at once; only activations are sent,
// through queues. No stage waits for a later one.
const ScheduleRules localLearning {
    .refusal = oneStagePerRank,
    .stages = loopedStages,
    .operations = backwardAtOnce,
    .weights = freshWeights,
    .in_flight = [](const PipelineShape&, int) { return std::int64_t(1); },
    .flushes = false,
    .changes_training = true,
    .local_losses = true,
};

}
