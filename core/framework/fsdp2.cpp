// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/framework/fsdp2.h"

namespace stagecraft {

ExecutionMode fsdp2()
{
    ExecutionMode mode {"PyTorch FSDP2", "torch 2.11, torch/distributed/fsdp/_fully_shard"};
    mode.gradients = GradientHandling::Eager;
    mode.shards_masters = true;
    return mode;
}

}
