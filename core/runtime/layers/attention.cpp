// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/layers/heads.h"

#include <torch/torch.h>

#include <cmath>
#include <limits>

namespace stagecraft {

namespace {

using torch::Tensor;

// Mask of the positions that a token may attend to: [1, 1, s, s].
Tensor mayLook(const Attention& op, const Tensor& like, std::int64_t sequence)
{
    const Tensor at = torch::arange(sequence, torch::TensorOptions().dtype(torch::kInt64).device(like.device()));
    const Tensor key = at.view({1, 1, 1, sequence});
    const Tensor query = at.view({1, 1, sequence, 1});
    Tensor allowed = key <= query;
    if (op.window > 0) {
        allowed = allowed.logical_and(key > query - op.window);
    }
    if (op.chunk > 0) {
        allowed = allowed.logical_and(key.floor_divide(op.chunk) == query.floor_divide(op.chunk));
    }
    return allowed;
}

// Lowest number of the type; CUDA rejects values outside its range.
double lowestOf(torch::ScalarType type)
{
    switch (type) {
    case torch::kBFloat16:
        return std::numeric_limits<c10::BFloat16>::lowest();
    case torch::kHalf:
        return std::numeric_limits<c10::Half>::lowest();
    default:
        return std::numeric_limits<float>::lowest();
    }
}

// Additive mask, 0 for allowed positions and the lowest number of the type elsewhere: [samples, 1, s, s].
Tensor lookMask(const Attention& op, const Tensor& like, std::int64_t samples, std::int64_t sequence)
{
    const Tensor allowed = mayLook(op, like, sequence);
    const auto options = torch::TensorOptions().dtype(like.scalar_type()).device(like.device());
    const Tensor zero = torch::zeros({}, options);
    return torch::where(allowed.expand({samples, -1, sequence, sequence}), zero, lowestOf(like.scalar_type()));
}

// Bias of Press et al. 2021: one slope per head, times the key's position.
Tensor alibiBias(const Attention& op, const Tensor& like, std::int64_t sequence)
{
    const auto options = torch::TensorOptions().dtype(torch::kFloat32).device(like.device());
    const double closest = std::exp2(std::floor(std::log2(static_cast<double>(op.heads))));
    const double base = std::exp2(-std::exp2(-(std::log2(closest) - 3)));
    const Tensor slopes = torch::pow(base, torch::arange(1, op.heads + 1, options));
    const Tensor bias = slopes.view({1, op.heads, 1, 1}) * torch::arange(sequence, options);
    return bias.to(like.scalar_type());
}

Tensor repeated(const Tensor& heads, std::int64_t times)
{
    if (times == 1) {
        return heads;
    }
    const auto shape = heads.sizes();
    return heads.unsqueeze(2)
        .expand({shape[0], shape[1], times, shape[2], shape[3]})
        .reshape({shape[0], shape[1] * times, shape[2], shape[3]});
}

// Softmax of the scores together with one sink per head. Obsolete scores stay alive as long as the library's local
// variables.
Tensor sharesBesideSinks(const Tensor& weights, const Tensor& sinks, Tensor& combined)
{
    const Tensor others = sinks.reshape({1, -1, 1, 1}).expand({weights.size(0), -1, weights.size(2), -1});
    combined = torch::cat({weights, others}, -1);
    combined = combined - std::get<0>(combined.max(-1, true));
    const Tensor shares = torch::softmax(combined, -1);
    return shares.slice(-1, 0, -1);
}

// Terms added to the scores.
struct Additions {
    Tensor bias {};
    Tensor mask {};
    Tensor sinks {};
};

Tensor eagerAttention(const Attention& op, const Heads& heads, const Additions& added, double scaling)
{
    const std::int64_t groups = heads.query.size(1) / heads.key.size(1);
    const Tensor key = repeated(heads.key, groups);
    const Tensor value = repeated(heads.value, groups);
    Tensor weights = torch::matmul(heads.query, key.transpose(-1, -2));
    weights = weights * asTensor(scaling);
    if (added.bias.defined()) {
        weights = weights + added.bias;
    }
    if (added.mask.defined()) {
        weights = weights + added.mask;
    }
    Tensor combined;
    weights = added.sinks.defined() ? sharesBesideSinks(weights, added.sinks, combined) : torch::softmax(weights, -1);
    if (op.dropout > 0) {
        weights = torch::dropout(weights, op.dropout, true);
    }
    return torch::matmul(weights, value).transpose(1, 2);
}

// Mask for fused kernels with a bias: the bias for allowed positions, else the lowest number.
Tensor biasedMask(const Attention& op, const Tensor& bias, std::int64_t sequence)
{
    if (!op.causal) {
        return bias.contiguous();
    }
    const Tensor at = torch::arange(sequence, torch::TensorOptions().dtype(torch::kInt64).device(bias.device()));
    const Tensor allowed = (at.unsqueeze(1) >= at.unsqueeze(0)).view({1, 1, sequence, sequence});
    return torch::where(allowed, bias, lowestOf(bias.scalar_type())).contiguous();
}

// Fused kernels repeat grouped keys themselves only without a mask. With dropout, libtorch has a fused kernel only on
// CUDA, and composes attention from single operations on the CPU.
Tensor fusedAttention(const Attention& op, const Heads& heads, const Tensor& mask, double scaling)
{
    const std::int64_t groups = heads.query.size(1) / heads.key.size(1);
    const bool causal = op.causal && !mask.defined() && heads.query.size(2) > 1;
    const bool copies = mask.defined() && !op.explicit_mask;
    const Tensor key = copies ? repeated(heads.key, groups) : heads.key;
    const Tensor value = copies ? repeated(heads.value, groups) : heads.value;
    const std::optional<Tensor> given = mask.defined() ? std::optional(mask) : std::nullopt;
    const Tensor output = torch::scaled_dot_product_attention(heads.query, key, value, given, op.dropout, causal,
                                                              scaling, groups > 1 && !mask.defined());
    return output.transpose(1, 2).contiguous();
}

// The library makes one mask for all blocks, which lives through the forward pass and which no block saves: eager
// attention adds it, fused kernels convert it to numbers themselves. Only linear biases are shared as numbers.
Tensor maskFor(const Attention& op, const OperatorRun& run, const Tensor& query)
{
    const std::int64_t samples = query.size(0);
    const std::int64_t sequence = query.size(2);
    const bool eager = run.attention == AttentionKind::Eager || op.sinks;
    // Sequences below the window use no mask (_ignore_causal_mask_sdpa() in transformers/masking_utils.py).
    const bool windowed = (op.window > 0 && sequence >= op.window) || (op.chunk > 0 && sequence >= op.chunk);
    if (op.alibi) {
        // With dropout the CPU composes attention from single operations and adds the bias, too.
        const bool added = eager || (op.dropout > 0 && query.device().is_cpu());
        const auto make = [&] { return lookMask(op, query, samples, sequence) + alibiBias(op, query, sequence); };
        return added ? make() : run.context.linearBias(op.heads, samples, sequence, make);
    }
    if (!op.causal || !(eager || windowed || op.explicit_mask)) {
        return {};
    }
    return eager ? lookMask(op, query, samples, sequence)
                 : mayLook(op, query, sequence).expand({samples, -1, sequence, sequence});
}

}

std::vector<Tensor> attend(const Attention& op, const OperatorRun& run)
{
    Heads heads = makeHeads(op, run);
    const std::int64_t samples = heads.query.size(0);
    const std::int64_t sequence = heads.query.size(2);
    const double scaling = op.scaled ? 1.0 / std::sqrt(static_cast<double>(op.head_width)) : 1.0;
    Additions added;
    added.mask = maskFor(op, run, heads.query);
    if (op.biased) {
        added.bias = run.input(run.inputs.size() - 1);
    }
    if (op.sinks) { // no fused kernel of libtorch supports sinks
        added.sinks = run.parameters.back();
    }
    Tensor output;
    if (run.attention == AttentionKind::Eager || op.sinks) {
        output = eagerAttention(op, heads, added, scaling);
    } else {
        output = fusedAttention(op, heads, op.biased ? biasedMask(op, added.bias, sequence) : added.mask, scaling);
    }
    output = output.reshape({samples, sequence, op.resultWidth()}).contiguous();
    if (op.gives_keys) {
        return {output, heads.key.transpose(1, 2), heads.value.transpose(1, 2)};
    }
    return {heads.gate.defined() ? output * torch::sigmoid(heads.gate) : output};
}

}
