// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/costmodel.h"
#include "core/plan/plan.h"
#include "core/simulation/pipeline.h"

namespace stagecraft {

// The replicas of a stage and what they divide.
struct Replicas {
    int data = 1;
    int zero = 0;
    std::int64_t micro_batches = 1;
};

// Bytes that a device sends in a step for the gradients and parameters that its replicas exchange, by rings: an
// all-reduce of the gradients (ZeRO 0), which is a reduce-scatter and an all-gather of what was updated (1); a
// reduce-scatter each micro-batch and one all-gather (2); two all-gathers of all parameters and a reduce-scatter each
// micro-batch (3). Rajbhandari et al. 2020, ZeRO, section 7, where a step has one micro-batch.
Bytes exchangedBytes(const Replicas& replicas, Bytes parameters, Bytes gradients);

// Adds to a stage's times what ZeRO 2 and 3 exchange beyond an all-reduce, as if nothing of it were hidden.
void addZeroExchange(StageTimes& times, const ChainCosts& costs, LayerRange range, const Replicas& replicas, int place,
                     const ClusterGroup& group);

}
