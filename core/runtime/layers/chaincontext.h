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

// Cosines and sines of the rotary angles: [1, s, width] each, or [samples, s, width]. Half form: [1, s, width / 2].
// Complex form: only the first, complex numbers [1, s, width / 2].
struct RotaryTable {
    torch::Tensor cosine;
    torch::Tensor sine;
};

// Tensors shared by all layers of a chain in the forward pass of one micro-batch, created on first use. Graphs may keep
// parts of them alive for longer.
class ChainContext {
public:
    // Returns copies of the tensor handles, which is cheap. `like` determines device and number type.
    RotaryTable rotary(const Attention& op, std::int64_t sequence, const torch::Tensor& like);
    // Returns the bias added to the scores of attention with linear biases (ALiBi): [samples, heads, s, s].
    torch::Tensor linearBias(std::int64_t heads, std::int64_t samples, std::int64_t sequence,
                             const std::function<torch::Tensor()>& make);
    // Returns another shared tensor by name, such as a mask, for this number of samples.
    torch::Tensor named(const std::string& name, std::int64_t samples, const std::function<torch::Tensor()>& make);
    Bytes bytes() const;

private:
    std::map<std::tuple<std::int64_t, double, RotaryForm, std::int64_t, std::int64_t>, RotaryTable> m_rotary;
    std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t>, torch::Tensor> m_biases;
    std::map<std::pair<std::string, std::int64_t>, torch::Tensor> m_named;
};

}
