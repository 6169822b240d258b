// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/schedule/kinds/common.h"
#include "core/schedule/kinds/kinds.h"

namespace stagecraft::schedules {

// Guo et al. 2024, "PPLL": each stage has a loss of its own and goes backward at once; only activations travel, through
// queues. Nothing waits for a stage behind.
const ScheduleRules localLearning {
    .refusal = oneStageAPlace,
    .order =
        [](const PipelineShape& shape) {
            OperationOrder order;
            order.stages = loopedStages(shape);
            order.local_losses = true;
            order.steps = shape.steps;
            const std::int64_t all = shape.micro_batches * shape.steps;
            for (int s = 0; s < shape.places; ++s) {
                Operations operations;
                for (std::int64_t i = 0; i < all; ++i) {
                    operations.push_back({OperationKind::Forward, i, s});
                    operations.push_back({OperationKind::Backward, i, s});
                    if ((i + 1) % shape.micro_batches == 0) {
                        operations.push_back({OperationKind::Update, i, s});
                    }
                }
                order.places.push_back(std::move(operations));
            }
            return order;
        },
    .weights = freshWeights,
    .in_flight = [](const PipelineShape&, int) { return std::int64_t(1); },
    .flushes = false,
    .changes_training = true,
};

}
