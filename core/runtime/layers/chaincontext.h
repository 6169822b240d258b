// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"
#include "core/model/attentionoperators.h"

#include <torch/types.h>

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <utility>

namespace stagecraft {

// Cosines and sines of the turning angles: [1, s, width] each, or as many as there are
// samples. For each half: [1, s, width / 2]. Complex: the first
// alone, of complex numbers, [1, s, width / 2].
struct RotaryTable {
    torch::Tensor cosine;
    torch::Tensor sine;
};

// What all layers of a chain share in the forward pass of one micro-batch, made when the first one asks for it. Graphs
// may keep parts of it for longer.
class ChainContext {
public:
    // A copy of the handles: cheap. `like` gives device and number type.
    RotaryTable rotary(const Attention& op, std::int64_t sequence, const torch::Tensor& like);
    // What is added to the scores of attention with linear biases: [samples, heads, s, s].
    torch::Tensor linearBias(std::int64_t heads, std::int64_t samples, std::int64_t sequence,
                             const std::function<torch::Tensor()>& make);
    // Another tensor of a name, such as a mask, for so many samples.
    torch::Tensor named(const std::string& name, std::int64_t samples, const std::function<torch::Tensor()>& make);
    Bytes bytes() const;

private:
    std::map<std::tuple<std::int64_t, double, RotaryForm, std::int64_t, std::int64_t>, RotaryTable> m_rotary;
    std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t>, torch::Tensor> m_biases;
    std::map<std::pair<std::string, std::int64_t>, torch::Tensor> m_named;
};

}
