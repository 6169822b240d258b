// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/layers/heads.h"

#include <torch/torch.h>

namespace stagecraft {

namespace {

using torch::Tensor;

// Swaps the halves of the last dimension, with the second one negated.
Tensor turned(const Tensor& heads)
{
    const auto halves = heads.chunk(2, -1);
    const Tensor negated = -halves[1];
    return torch::cat({negated, halves[0]}, -1);
}

Tensor turnedHalves(const Tensor& part, const Tensor& cosine, const Tensor& sine)
{
    const Tensor straight = part * cosine;
    Tensor across = turned(part);
    across = across * sine;
    return straight + across;
}

// Rotates both halves and concatenates them.
Tensor eachPart(const Tensor& first, const Tensor& second, const Tensor& cosine, const Tensor& sine)
{
    Tensor left = first * cosine;
    left = left - second * sine;
    Tensor right = second * cosine;
    right = right + first * sine;
    return torch::cat({left, right}, -1);
}

Tensor complexProducts(const Tensor& heads, const Tensor& turns)
{
    std::vector<std::int64_t> pairs = heads.sizes().vec();
    pairs.back() /= 2;
    pairs.push_back(2);
    const Tensor numbers = torch::view_as_complex(heads.to(torch::kFloat32).reshape(pairs));
    return torch::view_as_real(numbers * turns.unsqueeze(2)).flatten(3).to(heads.scalar_type());
}

// Rotates the rotary part of the heads.
Tensor turnedPart(const Attention& op, const Tensor& part, const RotaryTable& table)
{
    if (op.rotary_form == RotaryForm::Complex) {
        return complexProducts(part, table.cosine);
    }
    const Tensor cosine = table.cosine.unsqueeze(1);
    const Tensor sine = table.sine.unsqueeze(1);
    switch (op.rotary_form) {
    case RotaryForm::EachHalf: {
        const auto halves = part.chunk(2, -1);
        return eachPart(halves[0], halves[1], cosine, sine);
    }
    case RotaryForm::Pairs: {
        const std::int64_t half = op.rotary_width / 2;
        return eachPart(part.slice(-1, 0, std::nullopt, 2), part.slice(-1, 1, std::nullopt, 2),
                        cosine.slice(-1, 0, half), sine.slice(-1, 0, half));
    }
    case RotaryForm::TurnedHalves:
    case RotaryForm::Complex:
    case RotaryForm::Fused:
        break;
    }
    return turnedHalves(part, cosine, sine);
}

}

Tensor rotated(const Attention& op, const Tensor& heads, const RotaryTable& table)
{
    const std::int64_t width = op.rotary_width;
    if (width == heads.size(-1) && (op.packing == HeadPacking::Latent || !op.joinsRotated())) {
        return turnedPart(op, heads, table);
    }
    const Tensor part = width < heads.size(-1) ? heads.slice(-1, 0, width) : heads;
    const Tensor sum = turnedPart(op, part, table);
    return torch::cat({sum, heads.slice(-1, width)}, -1);
}

}
