// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/layers/chaincontext.h"

#include <torch/torch.h>

namespace stagecraft {

namespace {

// Su et al. 2021: pairs of a head's values are rotated by position / base^(2i / width).
RotaryTable makeRotary(const Attention& op, std::int64_t sequence, const torch::Tensor& like)
{
    const torch::NoGradGuard without_graph;
    const std::int64_t width = op.rotary_width;
    const auto options = torch::TensorOptions().dtype(torch::kFloat32).device(like.device());
    const torch::Tensor exponents = torch::arange(0, width, 2, options) / static_cast<double>(width);
    const torch::Tensor speeds = torch::pow(op.rotary_base, exponents).reciprocal();
    torch::Tensor positions = torch::arange(sequence, options).unsqueeze(0).unsqueeze(-1);
    if (op.rotary_per_sample) {
        positions = positions.expand({like.size(0), -1, -1});
    }
    const torch::Tensor half = positions * speeds;
    switch (op.rotary_form) {
    case RotaryForm::Complex:
        return {torch::polar(torch::ones_like(half), half), {}};
    case RotaryForm::EachHalf:
        return {half.cos().to(like.scalar_type()), half.sin().to(like.scalar_type())};
    case RotaryForm::TurnedHalves:
    case RotaryForm::Pairs:
    case RotaryForm::Fused:
        break;
    }
    const torch::Tensor angles = torch::cat({half, half}, -1);
    return {angles.cos().to(like.scalar_type()), angles.sin().to(like.scalar_type())};
}

}

RotaryTable ChainContext::rotary(const Attention& op, std::int64_t sequence, const torch::Tensor& like)
{
    const auto key = std::make_tuple(op.rotary_width, op.rotary_base, op.rotary_form, sequence,
                                     op.rotary_per_sample ? like.size(0) : 1);
    const auto at = m_rotary.find(key);
    if (at != m_rotary.end()) {
        return at->second;
    }
    const RotaryTable made = m_rotary.emplace(key, makeRotary(op, sequence, like)).first->second;
    if (op.other_rotary_base > 0) {
        Attention other = op;
        other.rotary_base = op.other_rotary_base;
        other.other_rotary_base = 0;
        other.rotary_width = op.other_rotary_width > 0 ? op.other_rotary_width : op.rotary_width;
        rotary(other, sequence, like);
    }
    return made;
}

torch::Tensor ChainContext::linearBias(std::int64_t heads, std::int64_t samples, std::int64_t sequence,
                                       const std::function<torch::Tensor()>& make)
{
    torch::Tensor& bias = m_biases[std::make_tuple(heads, samples, sequence)];
    if (!bias.defined()) {
        bias = make();
    }
    return bias;
}

torch::Tensor ChainContext::named(const std::string& name, std::int64_t samples,
                                  const std::function<torch::Tensor()>& make)
{
    torch::Tensor& tensor = m_named[{name, samples}];
    if (!tensor.defined()) {
        tensor = make();
    }
    return tensor;
}

Bytes ChainContext::bytes() const
{
    Bytes sum;
    for (const auto& [key, table] : m_rotary) {
        const std::size_t of_sines = table.sine.defined() ? table.sine.nbytes() : 0;
        sum += Bytes(static_cast<std::int64_t>(table.cosine.nbytes() + of_sines));
    }
    for (const auto& [key, bias] : m_biases) {
        sum += Bytes(static_cast<std::int64_t>(bias.nbytes()));
    }
    for (const auto& [key, tensor] : m_named) {
        sum += Bytes(static_cast<std::int64_t>(tensor.storage().nbytes())); // entries may share storage
    }
    return sum;
}

}
