// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/framework/framework.h"

namespace stagecraft {

// Returns the mode of PyTorch's fully_shard() (FSDP2) with MixedPrecisionPolicy(param_dtype=bfloat16,
// reduce_dtype=float32), one unit per layer of the chain, resharded after its forward pass; the model's default
// operators.
ExecutionMode fsdp2();

}
