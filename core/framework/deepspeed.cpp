// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/framework/deepspeed.h"

namespace stagecraft {

ExecutionMode deepSpeed()
{
    ExecutionMode mode {"DeepSpeed", "DeepSpeed 0.19.8, deepspeed/runtime/zero"};
    mode.gradients = GradientHandling::Eager;
    mode.fused_optimizer = true; // deepspeed/ops/adam/fused_adam.py
    mode.least_zero = 1;
    mode.most_zero = 3;
    // deepspeed/runtime/zero/config.py: reduce_bucket_size, stage3_max_live_parameters.
    mode.reduce_bucket = 500'000'000;
    mode.live_parameters = 1'000'000'000;
    mode.replays = false;
    // Pipelines, AutoTP and Ulysses are not validated against any run.
    mode.pipelines = false;
    mode.divides_layers = false;
    mode.divides_tokens = false;
    mode.memory_width = 0.05;
    return mode;
}

}
