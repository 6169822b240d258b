// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/layertraits.h"

#include <algorithm>

namespace stagecraft {

namespace {

template <typename Op>
bool hasOperator(const LayerSpec& spec)
{
    const auto* program = std::get_if<Program>(&spec);
    return program != nullptr
        && std::any_of(program->statements().begin(), program->statements().end(),
                       [](const Statement& s) { return std::holds_alternative<Op>(s.op); });
}

}

bool usesAttention(const LayerSpec& spec)
{
    return hasOperator<Attention>(spec);
}

bool usesAttention(const Model& model)
{
    return std::any_of(model.layers.begin(), model.layers.end(),
                       [](const Layer& layer) { return usesAttention(layer.spec); });
}

bool hasExperts(const Model& model)
{
    return std::any_of(model.layers.begin(), model.layers.end(),
                       [](const Layer& layer) { return hasOperator<Experts>(layer.spec); });
}

}
