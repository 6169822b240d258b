// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/families/llamalike.h"

namespace stagecraft {

namespace {

Attention attention(const LlamaLike& sizes)
{
    Attention op;
    op.heads = sizes.heads;
    op.kv_heads = sizes.kv_heads;
    op.head_width = sizes.head_width;
    op.packing = sizes.packed ? HeadPacking::Blocks : HeadPacking::Separate;
    op.causal = sizes.causal;
    op.window = sizes.window;
    op.rotary_width = static_cast<std::int64_t>(static_cast<double>(sizes.head_width) * sizes.rotary_share) / 2 * 2;
    op.rotary_base = op.rotary_width > 0 ? sizes.rotary_base : op.rotary_base;
    op.head_norm = sizes.head_norm;
    op.norm_around_one = sizes.head_norm && sizes.norm_around_one;
    op.plain_norm = sizes.plain_norm;
    op.norm_epsilon = sizes.head_norm || sizes.plain_norm ? sizes.norm_epsilon : op.norm_epsilon;
    op.dropout = sizes.attention_dropout;
    op.rotary_form = sizes.rotary_form;
    op.joined = sizes.rotary_joined;
    op.sinks = sizes.sinks;
    op.tempered = sizes.tempered;
    op.chunk = sizes.chunk;
    op.gated = sizes.output_gate;
    op.other_rotary_base = sizes.other_rotary_base;
    op.rotary_per_sample = sizes.rotary_per_sample;
    return op;
}

// Appends latent attention: down- and up-projections for queries, and for keys with values; the rotary part of the keys
// comes directly from the down-projection.
int attendLatent(ProgramBuilder& block, const LlamaLike& sizes, int hidden)
{
    const LatentSizes& latent = *sizes.latent;
    Attention op = attention(sizes);
    op.packing = HeadPacking::Latent;
    op.head_width = latent.still_width + latent.rotary_width;
    op.rotary_width = latent.rotary_width;
    op.value_width = latent.value_width;
    int query = hidden;
    if (latent.query_rank > 0) {
        query = block.add("attention.query_a", Linear {sizes.hidden, latent.query_rank, latent.bias}, {hidden});
        query = block.add("attention.query_norm", RmsNorm {latent.query_rank}, {query});
        query = block.add("attention.query_b", Linear {latent.query_rank, op.queryWidth(), false}, {query});
    } else {
        query = block.add("attention.query", Linear {sizes.hidden, op.queryWidth(), false}, {hidden});
    }
    int vector = block.add("attention.latent",
                           Linear {sizes.hidden, latent.key_rank + latent.rotary_width, latent.bias}, {hidden});
    vector = block.add(SplitWidths {latent.key_rank, latent.rotary_width}, {vector});
    const int turned = vector + 1;
    vector = block.add("attention.latent_norm", RmsNorm {latent.key_rank}, {vector});
    vector = block.add("attention.key_value", Linear {latent.key_rank, op.heads * op.latentWidth(), false}, {vector});
    const int attended = block.add("attention", op, {query, vector, turned});
    return block.add("attention.output", Linear {op.resultWidth(), sizes.hidden, sizes.output_bias}, {attended});
}

int mixByDeltaRule(ProgramBuilder& block, const LlamaLike& sizes, int hidden)
{
    const DeltaSizes& delta = *sizes.delta;
    const GatedDeltaRule op {delta.key_heads,   delta.value_heads, delta.key_width,
                             delta.value_width, delta.kernel,      sizes.norm_epsilon};
    const auto project = [&](const char* name, std::int64_t width) {
        return block.add(name, Linear {sizes.hidden, width, false}, {hidden});
    };
    const int mixed = project("delta.mixed", op.mixedWidth());
    const int gate = project("delta.gate", op.resultWidth());
    const int rate = project("delta.rate", op.value_heads);
    const int decay = project("delta.decay", op.value_heads);
    const int result = block.add("delta", op, {mixed, gate, rate, decay});
    return block.add("delta.output", Linear {op.resultWidth(), sizes.hidden, false}, {result});
}

}

int attend(ProgramBuilder& block, const LlamaLike& sizes, int hidden)
{
    if (sizes.latent) {
        return attendLatent(block, sizes, hidden);
    }
    if (sizes.delta) {
        return mixByDeltaRule(block, sizes, hidden);
    }
    const std::int64_t queries = sizes.heads * sizes.head_width;
    const std::int64_t keys = sizes.kv_heads * sizes.head_width;
    std::vector<int> projected;
    const auto project = [&](const std::string& name, std::int64_t width, bool normed) {
        int value = block.add("attention." + name, Linear {sizes.hidden, width, sizes.qkv_bias}, {hidden});
        if (normed) {
            value = block.add("attention." + name + "_norm", RmsNorm {width, sizes.norm_epsilon}, {value});
        }
        projected.push_back(value);
    };
    if (sizes.packed) {
        project("qkv", queries + 2 * keys, false);
    } else {
        project("query", sizes.output_gate ? 2 * queries : queries, sizes.whole_norm);
        project("key", keys, sizes.whole_norm);
        project("value", keys, false);
    }
    const int attended = block.add("attention", attention(sizes), projected);
    return block.add("attention.output", Linear {queries, sizes.hidden, sizes.output_bias}, {attended});
}

}
