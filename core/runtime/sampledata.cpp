// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/sampledata.h"

#include "core/model/shapes.h"

#include <torch/torch.h>

namespace stagecraft {

torch::Tensor makeInput(const LayerSpec& spec, std::int64_t micro_batch, std::int64_t sequence, torch::Device device)
{
    const auto shape = inputShape(spec, micro_batch, sequence);
    if (const auto* embedding = std::get_if<TokenEmbedding>(&spec)) {
        return torch::randint(embedding->vocabulary, shape, torch::TensorOptions().dtype(torch::kInt64).device(device));
    }
    return torch::randn(shape, torch::TensorOptions().dtype(torch::kFloat32).device(device));
}

torch::Tensor makeLabels(const LayerSpec& spec, std::int64_t micro_batch, std::int64_t sequence, torch::Device device)
{
    const auto options = torch::TensorOptions().dtype(torch::kInt64).device(device);
    if (const auto* head = std::get_if<LanguageModelHead>(&spec)) {
        return torch::randint(head->vocabulary, {micro_batch, sequence}, options);
    }
    if (const auto* head = std::get_if<ImageClassifierHead>(&spec)) {
        return torch::randint(head->classes, {micro_batch}, options);
    }
    return {};
}

bool beginsChain(const LayerSpec& spec)
{
    return std::holds_alternative<TokenEmbedding>(spec) || std::holds_alternative<ConvolutionStem>(spec);
}

}
