// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/sampledata.h"

#include "core/runtime/recipe.h"

#include <torch/torch.h>

#include <algorithm>

namespace stagecraft {

namespace {

// Ids that every table of the layer has a row for.
std::int64_t vocabularyOf(const Program& program)
{
    std::int64_t least = 1 << 30;
    for (const Statement& statement : program.statements()) {
        if (const auto* embedding = std::get_if<Embedding>(&statement.op)) {
            least = std::min(least, embedding->count * embedding->shards);
        }
    }
    return least;
}

}

torch::Tensor makeInput(const LayerSpec& spec, const Shape& shape, NumberType type, torch::Device device)
{
    const auto* program = std::get_if<Program>(&spec);
    if (program != nullptr && program->feed() == Feed::TokenIds) {
        return torch::randint(vocabularyOf(*program), shape,
                              torch::TensorOptions().dtype(torch::kInt64).device(device));
    }
    return torch::randn(shape, torch::TensorOptions().dtype(scalarType(type)).device(device));
}

torch::Tensor makeLabels(const LayerSpec& spec, const Shape& input, torch::Device device)
{
    const auto* program = std::get_if<Program>(&spec);
    if (program == nullptr || !endsInLoss(spec)) {
        return {};
    }
    const auto values = valueShapes(*program, input);
    TORCH_CHECK(values, values ? "" : describe(values.error()));
    // A label for each row of what the loss takes.
    const Statement& loss = program->statements().back();
    Shape rows = (*values)[static_cast<std::size_t>(loss.inputs.front())];
    rows.pop_back();
    const auto& entropy = std::get<CrossEntropy>(loss.op);
    return torch::randint(entropy.classes * entropy.shards, rows,
                          torch::TensorOptions().dtype(torch::kInt64).device(device));
}

}
