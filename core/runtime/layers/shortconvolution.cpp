// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/layers/shortconvolution.h"

#include <torch/torch.h>

namespace stagecraft {

torch::Tensor shortConvolution(const torch::Tensor& mixed, const torch::Tensor& weight, const torch::Tensor& bias)
{
    const torch::Tensor channels = mixed.transpose(1, 2);
    const std::int64_t length = channels.size(2);
    torch::Tensor output = torch::conv1d(channels.to(weight.scalar_type()), weight.squeeze(1).unsqueeze(1), bias, 1,
                                         weight.size(-1) - 1, 1, mixed.size(-1));
    output = output.slice(2, 0, length);
    return torch::silu(output).to(mixed.scalar_type()).transpose(1, 2);
}

}
