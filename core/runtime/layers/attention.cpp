// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/layers/runoperator.h"

#include <torch/torch.h>

#include <cmath>
#include <limits>

namespace stagecraft {

namespace {

using torch::Tensor;
using torch::indexing::Slice;

// [b, heads, s, head_width]; keys and values may have fewer heads.
struct Heads {
    Tensor query;
    Tensor key;
    Tensor value;
};

Tensor perHead(const Tensor& projected, std::int64_t width)
{
    return projected.view({projected.size(0), projected.size(1), -1, width});
}

// Each head's query, key and value side by side: views of one tensor.
Heads splitPerHead(const Attention& op, const Tensor& packed)
{
    const Tensor heads = packed.view({packed.size(0), packed.size(1), -1, 3 * op.head_width}).transpose(1, 2);
    const auto parts = heads.chunk(3, -1);
    return {parts[0], parts[1], parts[2]};
}

// A group's queries, then its key and its value, which every head of the group gets a copy of.
Heads splitGroups(const Attention& op, const Tensor& packed)
{
    const std::int64_t b = packed.size(0);
    const std::int64_t s = packed.size(1);
    const std::int64_t of_a_group = op.heads / op.kv_heads;
    const Tensor groups = packed.view({b, s, op.kv_heads, of_a_group + 2, op.head_width});
    const Tensor query = groups.slice(3, 0, of_a_group);
    const Tensor key = groups.slice(3, of_a_group, of_a_group + 1).expand_as(query);
    const Tensor value = groups.slice(3, of_a_group + 1, of_a_group + 2).expand_as(query);
    return {query.flatten(2, 3).transpose(1, 2), key.flatten(2, 3).transpose(1, 2),
            value.flatten(2, 3).transpose(1, 2)};
}

Tensor headNorm(const Attention& op, const Tensor& heads, const Tensor& weight)
{
    return op.head_norm ? rmsNorm(heads, weight, op.norm_epsilon, false) : heads;
}

Heads splitHeads(const Attention& op, const OperatorRun& run)
{
    const Tensor& first = run.input();
    const Tensor none;
    const Tensor& query_weight = op.head_norm ? run.parameters[0] : none;
    const Tensor& key_weight = op.head_norm ? run.parameters[1] : none;
    const auto shaped = [&](const Tensor& query, const Tensor& key, const Tensor& value) {
        return Heads {headNorm(op, perHead(query, op.head_width), query_weight).transpose(1, 2),
                      headNorm(op, perHead(key, op.head_width), key_weight).transpose(1, 2),
                      perHead(value, op.head_width).transpose(1, 2)};
    };
    switch (op.packing) {
    case HeadPacking::Separate:
        return shaped(first, run.input(1), run.input(2));
    case HeadPacking::PerHead:
        return splitPerHead(op, first);
    case HeadPacking::Groups:
        return splitGroups(op, first);
    case HeadPacking::Blocks:
        break;
    }
    const std::int64_t keys = op.kv_heads * op.head_width;
    const auto parts = first.split_with_sizes({op.heads * op.head_width, keys, keys}, 2);
    return shaped(parts[0], parts[1], parts[2]);
}

// The halves of the last dimension, the second one negated first.
Tensor turned(const Tensor& heads)
{
    const auto halves = heads.chunk(2, -1);
    const Tensor negated = -halves[1];
    return torch::cat({negated, halves[0]}, -1);
}

Tensor rotated(const Attention& op, const Tensor& heads, const RotaryTable& table)
{
    const std::int64_t width = op.rotary_width;
    const Tensor cosine = table.cosine.unsqueeze(1);
    const Tensor sine = table.sine.unsqueeze(1);
    const bool partly = width < heads.size(-1);
    const Tensor part = partly ? heads.slice(-1, 0, width) : heads;
    const Tensor straight = part * cosine;
    Tensor across = turned(part);
    across = across * sine;
    const Tensor sum = straight + across;
    return op.joinsRotated() ? torch::cat({sum, heads.slice(-1, width)}, -1) : sum;
}

// Where a token may look: [1, 1, s, s].
Tensor mayLook(const Attention& op, const Tensor& like, std::int64_t sequence)
{
    const Tensor at = torch::arange(sequence, torch::TensorOptions().dtype(torch::kInt64).device(like.device()));
    const Tensor key = at.view({1, 1, 1, sequence});
    const Tensor query = at.view({1, 1, sequence, 1});
    Tensor allowed = key <= query;
    if (op.window > 0) {
        allowed = allowed.logical_and(key > query - op.window);
    }
    return allowed;
}

// CUDA refuses a number that the type does not have.
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

// 0 there, the lowest number of the type elsewhere: [samples, 1, s, s].
Tensor lookMask(const Attention& op, const Tensor& like, std::int64_t samples, std::int64_t sequence)
{
    const Tensor allowed = mayLook(op, like, sequence);
    const auto options = torch::TensorOptions().dtype(like.scalar_type()).device(like.device());
    const Tensor zero = torch::zeros({}, options);
    return torch::where(allowed.expand({samples, -1, sequence, sequence}), zero, lowestOf(like.scalar_type()));
}

// Press et al. 2021: a slope a head, times the key's position.
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

Tensor eagerAttention(const Attention& op, const Heads& heads, const Tensor& bias, const Tensor& mask, double scaling)
{
    const std::int64_t groups = heads.query.size(1) / heads.key.size(1);
    const Tensor key = repeated(heads.key, groups);
    const Tensor value = repeated(heads.value, groups);
    Tensor weights = torch::matmul(heads.query, key.transpose(-1, -2));
    weights = weights * asTensor(scaling);
    if (bias.defined()) {
        weights = weights + bias;
    }
    if (mask.defined()) {
        weights = weights + mask;
    }
    weights = torch::softmax(weights, -1);
    if (op.dropout > 0) {
        weights = torch::dropout(weights, op.dropout, true);
    }
    return torch::matmul(weights, value).transpose(1, 2);
}

// What fused kernels are given of a bias: the bias where a token may look, else the lowest number.
Tensor biasedMask(const Attention& op, const Tensor& bias, std::int64_t sequence)
{
    if (!op.causal) {
        return bias.contiguous();
    }
    const Tensor at = torch::arange(sequence, torch::TensorOptions().dtype(torch::kInt64).device(bias.device()));
    const Tensor allowed = (at.unsqueeze(1) >= at.unsqueeze(0)).view({1, 1, sequence, sequence});
    return torch::where(allowed, bias, std::numeric_limits<float>::lowest()).contiguous();
}

// Kernels share keys between heads by themselves only where they need no mask. With dropout, libtorch has no fused
// kernel on the CPU and writes the attention out; on CUDA it has.
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

// The library makes one mask for all blocks, which lives through the forward pass and is saved by none of them: eager
// attention adds it, fused kernels make numbers of it by themselves. Only linear biases are numbers that all share.
Tensor maskFor(const Attention& op, const OperatorRun& run, const Tensor& query)
{
    const std::int64_t samples = query.size(0);
    const std::int64_t sequence = query.size(2);
    const bool eager = run.attention == AttentionKind::Eager;
    const bool windowed = op.window > 0 && sequence > op.window;
    if (op.alibi) {
        // With dropout the CPU's kernel is written out and adds it too.
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

Tensor attend(const Attention& op, const OperatorRun& run)
{
    Heads heads = splitHeads(op, run);
    const std::int64_t samples = heads.query.size(0);
    const std::int64_t sequence = heads.query.size(2);
    if (op.rotary_width > 0) {
        const RotaryTable table = run.context.rotary(op.rotary_width, op.rotary_base, sequence, heads.query);
        heads.query = rotated(op, heads.query, table);
        heads.key = rotated(op, heads.key, table);
    }
    const double scaling = op.scaled ? 1.0 / std::sqrt(static_cast<double>(op.head_width)) : 1.0;
    Tensor mask = maskFor(op, run, heads.query);
    const Tensor none;
    const Tensor& bias = op.biased ? run.input(run.inputs.size() - 1) : none;
    Tensor output;
    if (run.attention == AttentionKind::Eager) {
        output = eagerAttention(op, heads, bias, mask, scaling);
    } else {
        if (op.biased) {
            mask = biasedMask(op, bias, sequence);
        }
        output = fusedAttention(op, heads, mask, scaling);
    }
    return output.reshape({samples, sequence, op.heads * op.head_width}).contiguous();
}

}
