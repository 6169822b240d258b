// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"

#include <torch/types.h>

#include <cstdint>
#include <map>
#include <tuple>

namespace stagecraft {

// Cosines and sines of the turning angles: [1, s, width] each.
struct RotaryTable {
    torch::Tensor cosine;
    torch::Tensor sine;
};

// What all layers of a chain share in the forward pass of one micro-batch, made when the first one asks for it. Graphs
// may keep parts of it for longer.
class ChainContext {
public:
    // A copy of the handles: cheap. `like` gives device and number type.
    RotaryTable rotary(std::int64_t width, double base, std::int64_t sequence, const torch::Tensor& like);
    Bytes bytes() const;

private:
    std::map<std::tuple<std::int64_t, double, std::int64_t>, RotaryTable> m_rotary;
};

}
