// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/framework/fsdp2.h"

namespace stagecraft {

ExecutionMode fsdp2()
{
    ExecutionMode mode {"PyTorch FSDP2", "torch 2.11, torch/distributed/fsdp/_fully_shard"};
    mode.gradients = GradientHandling::Eager;
    mode.shards_masters = true;
    mode.least_zero = 3;
    mode.most_zero = 3;
    // Not validated; the units of a stage stay gathered between micro-batches.
    mode.pipelines = false;
    mode.divides_tokens = false;
    // Dry runs of FSDP2 and torchtitan differ by less than 3 % of the total (docs/validation/frameworks.md).
    mode.memory_width = 0.05;
    return mode;
}

}
