// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/framework/framework.h"

namespace stagecraft {

// PyTorch's fully_shard() (FSDP2) with MixedPrecisionPolicy(param_dtype=bfloat16, reduce_dtype=float32), each layer of
// the chain a unit, resharded after its forward pass; the model's own operators.
ExecutionMode fsdp2();

}
