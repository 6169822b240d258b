// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/layers/heads.h"

#include <torch/torch.h>

namespace stagecraft {

namespace {

using torch::Tensor;

Tensor perHead(const Tensor& projected, std::int64_t width)
{
    return projected.view({projected.size(0), projected.size(1), -1, width});
}

// Splits a tensor that contains query, key and value per head, as views of one tensor.
Heads splitPerHead(const Attention& op, const Tensor& packed)
{
    const Tensor heads = packed.view({packed.size(0), packed.size(1), -1, 3 * op.head_width}).transpose(1, 2);
    const auto parts = heads.chunk(3, -1);
    return {parts[0], parts[1], parts[2]};
}

// Splits groups of queries, each followed by its key and value, which are copied to every head of the group.
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

// Position-dependent scaling of queries (Nakanishi 2025), with the settings of Llama 4.
Tensor tempered(const Tensor& query)
{
    constexpr double floor = 8192;
    constexpr double scale = 0.1;
    const auto options = torch::TensorOptions().dtype(torch::kInt64).device(query.device());
    const Tensor positions = torch::arange(query.size(1), options);
    Tensor scales = torch::floor((positions.to(torch::kFloat32) + 1.0) / floor);
    scales = torch::log1p(scales) * scale + 1.0;
    scales = scales.view({1, query.size(1), 1, 1}).expand({query.size(0), query.size(1), 1, 1});
    return (query * scales).to(query.scalar_type());
}

// Normalizes heads [b, s, heads, head_width] and, if the library does so at this point, applies rotary positions.
Heads shaped(const Attention& op, const OperatorRun& run, Heads heads)
{
    const NormForm form {op.norm_epsilon, op.norm_around_one, false, op.powered_norm};
    if (op.head_norm) {
        heads.query = rmsNorm(heads.query, run.parameters[0], form);
        heads.key = op.takes_keys ? heads.key : rmsNorm(heads.key, run.parameters[1], form);
    }
    if (op.value_norm) {
        heads.value = rmsNorm(heads.value, {}, form);
    }
    if (op.rotary_width > 0 && op.rotary_form == RotaryForm::Complex) {
        const RotaryTable table = run.context.rotary(op, heads.query.size(1), heads.query);
        heads.query = rotated(op, heads.query, table);
        heads.key = rotated(op, heads.key, table);
    }
    if (op.plain_norm) {
        heads.query = rmsNorm(heads.query, {}, {op.norm_epsilon, false, false});
        heads.key = rmsNorm(heads.key, {}, {op.norm_epsilon, false, false});
    }
    if (op.tempered) {
        heads.query = tempered(heads.query);
    }
    heads.query = heads.query.transpose(1, 2);
    heads.key = heads.key.transpose(1, 2);
    heads.value = heads.value.transpose(1, 2);
    return heads;
}

Heads splitHeads(const Attention& op, const OperatorRun& run)
{
    const Tensor& first = run.input();
    switch (op.packing) {
    case HeadPacking::Separate: {
        Tensor query = perHead(first, op.queryWidth() / op.heads);
        Tensor gate;
        if (op.gated) {
            const auto halves = query.chunk(2, -1);
            gate = halves[1].reshape({first.size(0), first.size(1), -1});
            query = halves[0];
        }
        if (op.takes_keys) {
            return shaped(op, run, {query, run.input(1), run.input(2)});
        }
        return shaped(op, run,
                      {query, perHead(run.input(1), op.head_width), perHead(run.input(2), op.head_width), gate});
    }
    case HeadPacking::PerHead:
        return splitPerHead(op, first);
    case HeadPacking::Groups:
        return splitGroups(op, first);
    case HeadPacking::Blocks:
    case HeadPacking::Latent:
        break;
    }
    const std::int64_t keys = op.kv_heads * op.head_width;
    const auto parts = first.split_with_sizes({op.heads * op.head_width, keys, keys}, 2);
    return shaped(
        op, run,
        {perHead(parts[0], op.head_width), perHead(parts[1], op.head_width), perHead(parts[2], op.head_width)});
}

// DeepSeek-AI 2024: keys and values of all heads are computed from one latent vector per token, except the rotary part
// of the key, which all heads share.
Heads latentHeads(const Attention& op, const OperatorRun& run)
{
    const std::int64_t b = run.input().size(0);
    const std::int64_t s = run.input().size(1);
    const std::int64_t still = op.head_width - op.rotary_width;
    const auto queries =
        perHead(run.input(), op.head_width).transpose(1, 2).split_with_sizes({still, op.rotary_width}, -1);
    const RotaryTable table = run.context.rotary(op, s, run.input());
    const Tensor turned_query = rotated(op, queries[1], table);
    const Tensor turned_key = rotated(op, run.input(2).view({b, 1, s, op.rotary_width}), table);
    const Tensor query = torch::cat({queries[0], turned_query}, -1);
    const auto parts =
        perHead(run.input(1), op.latentWidth()).transpose(1, 2).split_with_sizes({still, op.valueWidth()}, -1);
    const Tensor key = parts[0].new_empty({b, op.heads, s, op.head_width});
    key.slice(-1, 0, still).copy_(parts[0]);
    key.slice(-1, still).copy_(turned_key.expand({-1, op.heads, -1, -1}));
    return {query, key, parts[1]};
}

}

Heads makeHeads(const Attention& op, const OperatorRun& run)
{
    if (op.packing == HeadPacking::Latent) {
        return latentHeads(op, run);
    }
    Heads heads = splitHeads(op, run);
    if (op.rotary_width > 0 && op.rotary_form != RotaryForm::Complex) {
        const RotaryTable table = run.context.rotary(op, heads.query.size(2), heads.query);
        heads.query = rotated(op, heads.query, table);
        heads.key = op.takes_keys ? heads.key : rotated(op, heads.key, table);
    }
    return heads;
}

}
