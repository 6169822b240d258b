// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/attends.h"

#include <algorithm>

namespace stagecraft {

bool attends(const LayerSpec& spec)
{
    const auto* program = std::get_if<Program>(&spec);
    return program != nullptr
        && std::any_of(program->statements().begin(), program->statements().end(),
                       [](const Statement& s) { return std::holds_alternative<Attention>(s.op); });
}

bool attends(const Model& model)
{
    return std::any_of(model.layers.begin(), model.layers.end(),
                       [](const Layer& layer) { return attends(layer.spec); });
}

}
