// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

namespace stagecraft {

// Convolves each channel of `mixed` [b, s, channels] over the last tokens and applies SiLU, like transformers' own code
// before a recurrence. `weight`: [channels, 1, 1, tokens]; `bias` may be undefined. Throws libtorch's exceptions.
torch::Tensor shortConvolution(const torch::Tensor& mixed, const torch::Tensor& weight, const torch::Tensor& bias = {});

}
