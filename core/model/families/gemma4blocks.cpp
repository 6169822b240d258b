// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/blocks.h"
#include "core/model/families/gemma4.h"
#include "core/model/families/heads.h"

#include <algorithm>
#include <cmath>

namespace stagecraft {

namespace {

constexpr int input = ProgramBuilder::input;

// Role of a block: its use of keys and values, and the number of these that cross its boundaries.
struct Place {
    bool full = false;
    bool gives_keys = false;
    bool takes_keys = false;
    bool last = false;
    int before = 0; // number of keys and values from earlier blocks
    int own_keys = 0; // index of the input value with the keys that it takes

    friend bool operator==(const Place&, const Place&) = default;
};

RmsNorm normOf(const Gemma4Sizes& sizes, std::int64_t width)
{
    RmsNorm norm {width, sizes.norm_epsilon};
    norm.powered = true;
    return norm;
}

class BlockWriter {
public:
    BlockWriter(const Gemma4Sizes& sizes, const Place& place)
        : m_sizes(sizes), m_place(place), m_block("transformer_block", Feed::Hidden, beside() + 1 + place.before)
    {
    }

    Program write()
    {
        int hidden = normed("norm_1", input);
        hidden = normed("attention.output_norm", attend(hidden));
        const int residual = m_block.add(Add {}, {input, hidden});
        hidden = perceptron(normed("norm_2", residual));
        if (m_sizes.experts) {
            const int dense = normed("mlp.result_norm", hidden);
            int routed = normed("experts.norm", residual);
            routed = m_block.add("experts", *m_sizes.experts, {routed, residual});
            hidden = m_block.add(Add {}, {dense, normed("experts.result_norm", routed)});
        }
        hidden = normed("mlp.output_norm", hidden);
        hidden = m_block.add(Add {}, {residual, hidden});
        if (m_sizes.own_width > 0) {
            hidden = ownInput(hidden);
        }
        hidden = m_block.add(Scale {1, true}, {hidden});
        return m_block.finish(given(hidden));
    }

private:
    // Number of values between the hidden state and the keys: the per-layer inputs of all blocks.
    int beside() const { return m_sizes.own_width > 0 ? 1 : 0; }

    std::vector<int> given(int hidden) const
    {
        std::vector<int> all {hidden};
        for (int value = 1; value <= beside() + m_place.before && !m_place.last; ++value) {
            all.push_back(value);
        }
        if (m_place.gives_keys) {
            all.push_back(m_attended + 1);
            all.push_back(m_attended + 2);
        }
        return all;
    }

    int normed(const char* name, int value) { return m_block.add(name, normOf(m_sizes, m_sizes.hidden), {value}); }

    Attention attention() const
    {
        const Gemma4Heads& heads = m_place.full ? m_sizes.full : m_sizes.sliding;
        const Gemma4Heads& other = m_place.full ? m_sizes.sliding : m_sizes.full;
        const bool both =
            std::find(m_sizes.is_full.begin(), m_sizes.is_full.end(), !m_place.full) != m_sizes.is_full.end();
        Attention op;
        op.heads = m_sizes.heads;
        op.kv_heads = heads.kv_heads;
        op.head_width = op.rotary_width = heads.head_width;
        op.rotary_base = heads.base;
        op.other_rotary_base = both ? other.base : 0;
        op.other_rotary_width = both ? other.head_width : 0;
        op.window = m_place.full ? 0 : m_sizes.window;
        op.causal = m_sizes.causal;
        op.scaled = false;
        op.dropout = m_sizes.dropout;
        op.head_norm = op.powered_norm = true;
        op.norm_epsilon = m_sizes.norm_epsilon;
        op.value_norm = !m_place.takes_keys;
        op.gives_keys = m_place.gives_keys;
        op.takes_keys = m_place.takes_keys;
        return op;
    }

    int attend(int hidden)
    {
        const Attention op = attention();
        const auto project = [&](const char* name, std::int64_t width) {
            return m_block.add(name, Linear {m_sizes.hidden, width, m_sizes.bias}, {hidden});
        };
        const int query = project("attention.query", op.queryWidth());
        int key = m_place.own_keys;
        int value = key + 1;
        if (!m_place.takes_keys) {
            key = project("attention.key", op.kv_heads * op.head_width);
            const bool same = m_sizes.keys_as_values && m_place.full;
            value = same ? key : project("attention.value", op.kv_heads * op.head_width);
        }
        m_attended = m_block.add("attention", op, {query, key, value});
        return m_block.add("attention.output", Linear {op.resultWidth(), m_sizes.hidden, m_sizes.bias}, {m_attended});
    }

    int perceptron(int hidden)
    {
        const bool wider = m_sizes.wider && m_place.takes_keys;
        const std::int64_t width = m_sizes.intermediate * (wider ? 2 : 1);
        const Linear up {m_sizes.hidden, width, false};
        int gate = m_block.add("mlp.gate", up, {hidden});
        gate = m_block.add(Activate {m_sizes.activation}, {gate});
        const int straight = m_block.add("mlp.up", up, {hidden});
        const int inner = m_block.add(Multiply {}, {gate, straight});
        return m_block.add("mlp.down", Linear {width, m_sizes.hidden, false}, {inner});
    }

    // Appends the per-layer input of the block, gated by the hidden state.
    int ownInput(int residual)
    {
        const std::int64_t width = m_sizes.own_width;
        int hidden = m_block.add("own_input.gate", Linear {m_sizes.hidden, width, false}, {residual});
        hidden = m_block.add(Activate {m_sizes.activation}, {hidden});
        const int own = m_block.add(SelectPart {}, {1});
        hidden = m_block.add(Multiply {}, {hidden, own});
        hidden = m_block.add("own_input.projection", Linear {width, m_sizes.hidden, false}, {hidden});
        return m_block.add(Add {}, {residual, normed("own_input.output_norm", hidden)});
    }

    const Gemma4Sizes& m_sizes;
    Place m_place;
    ProgramBuilder m_block;
    int m_attended = 0;
};

// Token embedding and, with per-layer inputs, a second embedding table plus a projection of the first.
Program embedding(const Gemma4Sizes& sizes)
{
    ProgramBuilder builder("token_embedding", Feed::TokenIds);
    const Embedding table {sizes.vocabulary, sizes.hidden, tiedName(sizes.tied)};
    int hidden = builder.add("token", table, {input});
    hidden = builder.add(Scale {std::sqrt(static_cast<double>(sizes.hidden))}, {hidden});
    if (sizes.own_width == 0) {
        return builder.finish();
    }
    const std::int64_t all = sizes.layers * sizes.own_width;
    int rows = builder.add("own_input", Embedding {sizes.own_vocabulary, all}, {input});
    rows = builder.add(Scale {std::sqrt(static_cast<double>(sizes.own_width))}, {rows});
    rows = builder.add(SplitDimension {sizes.layers}, {rows});
    int projected = builder.add("own_input.projection", Linear {sizes.hidden, all, false}, {hidden});
    projected = builder.add(Scale {1 / std::sqrt(static_cast<double>(sizes.hidden))}, {projected});
    projected = builder.add(SplitDimension {sizes.layers}, {projected});
    projected = builder.add("own_input.norm", normOf(sizes, sizes.own_width), {projected});
    int own = builder.add(Add {}, {projected, rows});
    own = builder.add(Scale {std::sqrt(0.5)}, {own});
    return builder.finish({hidden, own});
}

std::vector<Place> placesOf(const Gemma4Sizes& sizes)
{
    const auto count = sizes.is_full.size();
    const std::size_t first_taker = count - static_cast<std::size_t>(sizes.sharing);
    const auto givesKeys = [&](std::size_t i) {
        const auto later = sizes.is_full.begin() + static_cast<std::ptrdiff_t>(i) + 1;
        const auto takers = sizes.is_full.begin() + static_cast<std::ptrdiff_t>(first_taker);
        return sizes.sharing > 0 && i < first_taker && std::find(later, takers, sizes.is_full[i]) == takers;
    };
    std::vector<Place> places(count);
    int keys_of[2] = {0, 0}; // windowed blocks, and blocks with full attention
    int crossing = 0;
    const int beside = sizes.own_width > 0 ? 1 : 0;
    for (std::size_t i = 0; i < count; ++i) {
        const bool full = sizes.is_full[i];
        places[i] = {full, givesKeys(i), i >= first_taker, i + 1 == count, crossing, 0};
        places[i].own_keys = places[i].takes_keys ? keys_of[full ? 1 : 0] : 0;
        if (places[i].gives_keys) {
            keys_of[full ? 1 : 0] = 1 + beside + crossing;
            crossing += 2;
        }
    }
    return places;
}

}

void buildGemma4(const Gemma4Sizes& sizes, std::int64_t positions, Model& model)
{
    setPositions(model, positions);
    model.layers.push_back({"embedding", embedding(sizes)});
    const std::vector<Place> places = placesOf(sizes);
    for (std::size_t i = 0; i < places.size(); ++i) {
        // Equal blocks share one program.
        const auto same = std::find(places.begin(), places.begin() + static_cast<std::ptrdiff_t>(i), places[i]);
        const auto at = static_cast<std::size_t>(same - places.begin());
        Program block = at < i ? std::get<Program>(model.layers[at + 1].spec) : BlockWriter(sizes, places[i]).write();
        model.layers.push_back({"block " + std::to_string(i), std::move(block)});
    }
    model.layers.push_back(
        {"head", cappedHead(normOf(sizes, sizes.hidden), sizes.hidden, sizes.vocabulary, sizes.tied, sizes.softcap)});
}

}
