// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/sampledata.h"

#include "core/runtime/failures.h"
#include "core/runtime/recipe.h"

#include <torch/torch.h>

#include <algorithm>

namespace stagecraft {

namespace {

// Returns a vocabulary size for which every embedding table of the layer has enough rows.
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
    if (const auto* scripted = std::get_if<ScriptedLayer>(&spec); scripted != nullptr && scripted->vocabulary > 0) {
        return torch::randint(scripted->vocabulary, shape, torch::TensorOptions().dtype(torch::kInt64).device(device));
    }
    return torch::randn(shape, torch::TensorOptions().dtype(scalarType(type)).device(device));
}

torch::Tensor makeSide(const Shape& shape, const SideInput& side, torch::Device device)
{
    const auto options = torch::TensorOptions().dtype(scalarType(side.type)).device(device);
    if (side.heads_last) {
        return torch::randn({shape[0], shape[2], shape[3], shape[1]}, options).permute({0, 3, 1, 2});
    }
    return torch::randn(shape, options);
}

torch::Tensor makeLabels(const LayerSpec& spec, const Boundary& inputs, torch::Device device)
{
    const auto* program = std::get_if<Program>(&spec);
    if (program == nullptr) {
        return {};
    }
    const auto values = valueShapes(*program, inputs);
    if (!values) {
        throw WorkFailure(messageOf(values.error()));
    }
    const auto ids = torch::TensorOptions().dtype(torch::kInt64).device(device);
    for (const Statement& statement : program->statements()) {
        Shape shape = (*values)[static_cast<std::size_t>(statement.inputs.front())];
        if (const auto* entropy = std::get_if<CrossEntropy>(&statement.op)) {
            shape.pop_back(); // one label per row
            return torch::randint(entropy->classes * entropy->shards, shape, ids);
        }
        if (std::holds_alternative<BinaryCrossEntropy>(statement.op)) {
            return torch::randint(2, shape, torch::TensorOptions().dtype(torch::kFloat32).device(device));
        }
        if (const auto* targets = std::get_if<TargetIds>(&statement.op)) {
            return torch::randint(vocabularyOf(*program), {shape[0], shape[1] * targets->parts}, ids);
        }
    }
    return {};
}

}
