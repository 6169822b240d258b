// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

namespace stagecraft {

// Each channel of `mixed` [b, s, channels] over the last tokens and through SiLU, as transformers' own code does before
// a recurrence. `weight`: [channels, 1, 1, tokens]; `bias` may be undefined. Throws what libtorch throws.
torch::Tensor shortConvolution(const torch::Tensor& mixed, const torch::Tensor& weight, const torch::Tensor& bias = {});

}
