// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/prior/attention.h"

#include "core/cost/prior/elementary.h"

namespace stagecraft::prior {

namespace {

struct Heads {
    Value query;
    Value key;
    Value value;
    Value gate {};
};

class AttentionWriter {
public:
    AttentionWriter(const Attention& op, OperatorScene& scene, const std::vector<std::int64_t>& gradients)
        : m_op(op), m_scene(scene), m_tape(scene.tape), m_math(scene.tape, scene.precision), m_gradients(gradients)
    {
        const Shape& query = *scene.input_shapes[0];
        const bool separate = op.takesThree();
        m_samples = query[0];
        m_queries = query[1];
        m_keys = (*scene.input_shapes[separate ? 1 : 0])[1];
    }

    std::vector<Value> write()
    {
        if (m_op.per_image) {
            return {ofImages()};
        }
        const bool latent = m_op.packing == HeadPacking::Latent;
        Heads heads = latent ? splitLatent() : split();
        if (m_op.flexible) { // fully_shard() casts the rotary tables for each block, before the block is checkpointed
            Derivative cast;
            cast.stored = true;
            m_turns = m_tape.apply({}, 2 * m_queries * m_op.rotary_width, heads.query.type, cast);
        }
        if (m_op.rotary_width > 0 && !latent) {
            heads.query = rotated(heads.query);
            heads.key = m_op.takes_keys ? heads.key : rotated(heads.key);
        }
        if (m_op.unpacked && !m_op.takesThree()) {
            const bool made = m_op.rotary_width > 0 || m_op.head_norm; // already separate tensors
            heads.query = made ? heads.query : contiguous(heads.query);
            heads.key = made ? heads.key : contiguous(heads.key);
            heads.value = contiguous(heads.value);
        }
        if (m_op.plain_norm) {
            heads.query = m_math.normed(heads.query, m_op.head_width, false);
            heads.key = m_math.normed(heads.key, m_op.head_width, false);
        }
        if (m_op.tempered) {
            heads.query = m_math.scaled(heads.query);
        }
        // On the CPU, fused kernels support no dropout and no values of another width than keys.
        const bool unfit = m_op.dropout > 0 || m_op.valueWidth() != m_op.head_width;
        const bool written_out = m_scene.attention == AttentionKind::Eager
            || (m_op.sinks && !m_op.fused_scores && !m_op.flexible) || (unfit && m_scene.device == DeviceKind::Cpu);
        const Value result = written_out ? eager(heads) : m_op.flexible ? flexible(heads) : fused(heads);
        if (m_op.gives_keys) {
            return {result, m_tape.view(heads.key, ofKeys(), false), m_tape.view(heads.value, ofKeys(), false)};
        }
        return {m_op.gated ? opened(result, heads.gate) : result};
    }

private:
    std::int64_t ofQueries() const { return m_samples * m_queries * m_op.heads * m_op.head_width; }
    std::int64_t ofKeys() const { return m_samples * m_keys * m_op.kv_heads * m_op.head_width; }
    std::int64_t ofResult() const { return m_samples * m_queries * m_op.resultWidth(); }
    std::int64_t ofScores() const { return m_samples * m_op.heads * m_queries * m_keys; }

    Heads split()
    {
        const auto& in = m_scene.inputs;
        Heads heads;
        if (m_op.gated) {
            const auto halves = m_tape.parts(in[0], {ofQueries(), ofQueries()});
            heads = {halves[0], in[1], in[2], contiguous(halves[1])};
        } else if (m_op.packing == HeadPacking::Separate) {
            heads = {in[0], in[1], in[2]};
        } else {
            auto parts = m_tape.parts(in[0], {ofQueries(), ofKeys(), ofKeys()});
            heads = {parts[0], parts[1], parts[2]};
            if (m_op.packing == HeadPacking::Groups && m_op.heads > m_op.kv_heads) {
                // Key and value heads are repeated for each head of a group; queries stay in place.
                heads.key = repeated(heads.key, m_op.head_width);
                heads.value = repeated(heads.value, m_op.head_width);
            }
        }
        if (m_op.head_norm) {
            const auto gradient = [&](std::size_t index) {
                return index < m_gradients.size() ? std::vector {m_gradients[index]} : std::vector<std::int64_t> {};
            };
            heads.query = normed(heads.query, gradient(0));
            heads.key = m_op.takes_keys ? heads.key : normed(heads.key, gradient(1));
        }
        if (m_op.value_norm) {
            const Value wide = m_math.normed(heads.value, m_op.head_width, m_op.powered_norm);
            const NumberType type = heads.value.type;
            heads.value = type == NumberType::Fp32 ? wide : m_tape.apply({wide}, wide.elements, type, {});
        }
        return heads;
    }

    Value normed(const Value& heads, const std::vector<std::int64_t>& gradients)
    {
        const NormMath how {m_op.norm_around_one || m_op.powered_norm, m_op.powered_norm, m_op.fused_norm};
        return m_math.rmsNorm(heads, m_op.head_width, gradients, how);
    }

    // Splits latent projections. Queries and keys concatenate a rotated and an unrotated part; values are next to the
    // latter.
    Heads splitLatent()
    {
        const auto& in = m_scene.inputs;
        const std::int64_t heads = m_samples * m_queries * m_op.heads;
        const std::int64_t still = heads * (m_op.head_width - m_op.rotary_width);
        if (m_op.rotary_form == RotaryForm::Fused) {
            return fusedLatent(still, heads * m_op.valueWidth());
        }
        const auto queries = m_tape.parts(in[0], {still, heads * m_op.rotary_width});
        const Value turned_query = turnedPart(queries[1]);
        const Value turned_key = turnedPart(in[2]);
        Derivative joined;
        joined.passes = true;
        const Value query = m_tape.apply({queries[0], turned_query}, ofQueries(), in[0].type, joined);
        const auto parts = m_tape.parts(in[1], {still, heads * m_op.valueWidth()});
        const Value key = m_tape.apply({parts[0], turned_key}, ofQueries(), in[1].type, joined);
        return {query, key, parts[1]};
    }

    // Queries are rotated in place; one kernel writes keys and values
    // (megatron/core/fusions/fused_mla_yarn_rope_apply.py).
    Heads fusedLatent(std::int64_t still, std::int64_t values)
    {
        const auto& in = m_scene.inputs;
        Derivative passed;
        passed.passes = true;
        passed.again = m_op.recomputed_in_backward;
        const Value query = m_tape.applyInPlace({in[0]}, passed);
        const auto parts = m_tape.parts(in[1], {still, values});
        const Value turned = m_math.scaled(in[2]);
        const Value key = m_tape.apply({parts[0], turned}, ofQueries(), in[1].type, passed);
        return {query, key, m_tape.apply({parts[1]}, values, in[1].type, passed)};
    }

    Value rotated(const Value& heads)
    {
        if (m_op.rotary_form == RotaryForm::Fused) { // the whole head, rotated or not
            return m_math.scaled(heads);
        }
        const std::int64_t turned = heads.elements / m_op.head_width * m_op.rotary_width;
        const bool partly = m_op.rotary_width < m_op.head_width;
        const Value sum = turnedPart(partly ? m_tape.view(heads, turned, true) : heads);
        if (!m_op.joinsRotated()) {
            return sum;
        }
        const Value rest = m_tape.view(heads, heads.elements - turned, true);
        Derivative joined;
        joined.passes = true;
        return m_tape.apply({sum, rest}, heads.elements, heads.type, joined);
    }

    Value turnedPart(const Value& part)
    {
        switch (m_op.rotary_form) {
        case RotaryForm::Complex:
            return complexProducts(part);
        case RotaryForm::EachHalf:
        case RotaryForm::Pairs:
            return eachPart(part);
        case RotaryForm::Fused:
        case RotaryForm::TurnedHalves:
            break;
        }
        return turnedHalves(part);
    }

    // Rotates in fp32 and casts back.
    Value complexProducts(const Value& part)
    {
        const Value turned = m_math.scaled(m_math.wide(part, true));
        return turned.type == part.type ? turned : m_tape.apply({turned}, part.elements, part.type, {});
    }

    // Multiplies both halves by cosine and sine, and concatenates them.
    Value eachPart(const Value& part)
    {
        const auto halves = m_tape.parts(part, {part.elements / 2, part.elements / 2});
        const auto side = [&](const Value& a, const Value& b) {
            return m_math.sum(m_math.scaled(a), m_math.scaled(b));
        };
        const Value left = side(halves[0], halves[1]);
        const Value right = side(halves[1], halves[0]);
        Derivative joined;
        joined.passes = true;
        return m_tape.apply({left, right}, part.elements, part.type, joined);
    }

    // Multiplies by the cosine, and with exchanged halves by the sine; the tables belong to the chain, or to this
    // layer.
    Value turnedHalves(const Value& part)
    {
        const std::int64_t turned = part.elements;
        Derivative times;
        if (m_op.flexible) {
            times.saved = {m_turns};
        }
        const Value straight = m_tape.apply({part}, turned, NumberType(part.type), times);
        Value across;
        {
            const auto halves = m_tape.parts(part, {turned / 2, turned / 2});
            const Value negated = m_math.scaled(halves[1]);
            Derivative joined;
            joined.passes = true;
            across = m_tape.apply({negated, halves[0]}, turned, part.type, joined);
        }
        across = m_tape.apply({across}, turned, part.type, times);
        return m_math.sum(straight, across);
    }

    // Multiplies the result by the sigmoid of the gate.
    Value opened(const Value& result, const Value& gate)
    {
        const Value share = m_math.activation(gate, Activation::Sigmoid, false);
        return m_tape.apply({result, share}, result.elements, result.type, {{result, share}});
    }

    Value repeated(const Value& heads, std::int64_t width)
    {
        const std::int64_t wanted = m_samples * m_keys * m_op.heads * width;
        return heads.elements == wanted ? heads : m_tape.apply({heads}, wanted, heads.type, {});
    }

    // Copies heads that are not contiguous, as batched products require.
    Value contiguous(const Value& heads) { return m_tape.apply({heads}, heads.elements, heads.type, {}); }

    // Records attention within images: rotated in fp32, split by image and concatenated.
    Value ofImages()
    {
        const auto parts = m_tape.parts(m_scene.inputs[0], {ofQueries(), ofKeys(), ofKeys()});
        const auto turned = [&](const Value& part) {
            const Value sum = turnedHalves(m_math.wide(part, true));
            return part.type == sum.type ? sum : m_tape.apply({sum}, sum.elements, part.type, {});
        };
        const auto split = [&](const Value& all) { return m_tape.parts(all, {all.elements}).front(); };
        const Value query = turned(parts[0]);
        const Value key = turned(parts[1]);
        const Heads heads {split(query), split(key), split(parts[2])};
        const Value result = m_scene.attention == AttentionKind::Eager ? eager(heads) : fused(heads);
        Derivative joined;
        joined.passes = true;
        return m_tape.apply({result}, result.elements, result.type, joined);
    }

    // Returns the heads as a batched product saves them; those of images without a copy.
    Value batched(const Value& heads) { return m_op.per_image ? heads : contiguous(heads); }

    // Returns the shape of a batched product with one row per query of each head.
    ProductShape batchProduct(std::int64_t out, std::int64_t in) const
    {
        return {static_cast<double>(m_samples * m_op.heads), static_cast<double>(m_queries), static_cast<double>(out),
                static_cast<double>(in)};
    }

    Value eager(const Heads& heads)
    {
        const Value key = batched(repeated(heads.key, m_op.head_width));
        const Value value = batched(repeated(heads.value, m_op.valueWidth()));
        const Value query = batched(heads.query);
        Derivative scored {{query, key}};
        scored.arithmetic = batchProduct(m_keys, m_op.head_width);
        Value weights = m_tape.apply({query, key}, ofScores(), m_math.low(query).type, scored);
        weights = m_math.scaled(weights);
        if (m_op.biased) {
            weights = m_math.sum(weights, m_scene.inputs.back());
        }
        Value mask; // shared by all blocks of a chain; counted per block here
        if (m_op.causal || m_op.window > 0 || m_op.chunk > 0 || m_op.alibi) {
            mask = m_tape.constant(m_samples * m_queries * m_keys, weights.type);
            weights = m_math.sum(weights, Value());
        }
        weights = shares(weights);
        if (m_op.dropout > 0) {
            weights = m_math.dropout(weights, false, m_scene.device);
        }
        Derivative summed {{weights, value}};
        summed.arithmetic = batchProduct(m_op.valueWidth(), m_keys);
        return contiguous(m_tape.apply({weights, value}, ofResult(), value.type, summed));
    }

    // Records the softmax; with sinks, of one more score per row, after the maximum is subtracted.
    Value shares(const Value& scores)
    {
        Derivative softmax;
        softmax.saves_result = true;
        if (!m_op.sinks) {
            return m_tape.apply({scores}, scores.elements, scores.type, softmax);
        }
        const std::int64_t rows = m_samples * m_op.heads * m_queries;
        Derivative joined;
        joined.passes = true;
        joined.parameters = m_gradients;
        const Value all = m_tape.apply({scores}, scores.elements + rows, scores.type, joined);
        Derivative lowered;
        lowered.extra = rows * 8; // index of the maximum
        const Value lower = m_tape.apply({all}, all.elements, scores.type, lowered);
        const Value result = m_tape.apply({lower}, all.elements, scores.type, softmax);
        return m_tape.view(result, scores.elements, true);
    }

    // torchtitan/models/gpt_oss/model/model.py, Attention: the compiled kernel returns logarithms of sums, too. The
    // sinks' scale is computed in fp32 and cast to 16 bits. Selective recomputation keeps all that the kernel returns:
    // also the inputs of its backward pass, and the logarithms in both bases.
    Value flexible(const Heads& heads)
    {
        const std::int64_t rows = m_samples * m_queries * m_op.heads;
        const std::int64_t logarithms = rows * bytesOf(NumberType::Fp32);
        Derivative how {{heads.query, heads.key, heads.value}};
        how.saves_result = true;
        how.extra = logarithms;
        how.temporary = logarithms;
        if (m_op.stored) {
            how.stored = true;
            how.saved.clear();
            how.extra = 2 * logarithms + heads.query.bytes() + heads.key.bytes() + heads.value.bytes();
        }
        const bool skips = m_op.window > 0 && m_queries > m_op.window;
        how.arithmetic = AttentionShape {static_cast<double>(m_samples * m_op.heads),
                                         static_cast<double>(m_queries),
                                         static_cast<double>(skips ? m_op.window : m_keys),
                                         static_cast<double>(m_op.head_width),
                                         static_cast<double>(m_op.valueWidth()),
                                         m_op.causal && !skips && m_queries == m_keys};
        const Value result = m_tape.apply({heads.query, heads.key, heads.value}, ofResult(), heads.query.type, how);
        Derivative opened;
        opened.saves_result = true;
        opened.parameters = m_gradients;
        const Value share = m_tape.apply({}, rows, NumberType::Fp32, opened);
        const Value low = m_tape.apply({share}, rows, result.type, {});
        Derivative scaled {{result, low}};
        scaled.temporary = result.bytes(); // gradients of the shares per head, before summation
        return m_tape.apply({result, low}, result.elements, result.type, scaled);
    }

    Value fused(const Heads& heads)
    {
        const bool windowed = m_op.window > 0 && m_queries > m_op.window;
        // Masks exist even if every token sees all others (_ignore_causal_mask_sdpa() in
        // transformers/masking_utils.py).
        const bool masked = m_op.alibi || m_op.biased || m_op.explicit_mask
            || (m_op.window > 0 && m_queries >= m_op.window && !m_op.fused_scores)
            || (m_op.chunk > 0 && m_queries >= m_op.chunk);
        const bool copies = masked && !m_op.explicit_mask;
        const Value query = m_math.low(heads.query);
        const Value key = m_math.low(copies ? repeated(heads.key, m_op.head_width) : heads.key);
        const Value value = m_math.low(copies ? repeated(heads.value, m_op.valueWidth()) : heads.value);
        Derivative how {{query, key, value}};
        how.saves_result = true;
        how.stored = m_op.stored;
        how.extra = m_samples * m_op.heads * m_queries * 4; // log-sum-exp per row, fp32
        const bool skips = windowed && m_op.fused_scores; // skips keys outside of the window
        how.arithmetic = AttentionShape {static_cast<double>(m_samples * m_op.heads),
                                         static_cast<double>(m_queries),
                                         static_cast<double>(skips ? m_op.window : m_keys),
                                         static_cast<double>(m_op.head_width),
                                         static_cast<double>(m_op.valueWidth()),
                                         m_op.causal && !masked && !skips && m_queries == m_keys};
        if (m_op.sinks && !m_gradients.empty()) {
            how.parameters = {m_gradients.back()};
        }
        std::vector<Value> arguments {query, key, value};
        if (masked && !m_op.alibi) { // linear biases belong to the chain
            // Numeric mask, which the kernel saves.
            const std::int64_t heads_of_mask = m_op.biased ? m_op.heads : 1;
            const std::int64_t samples = m_op.biased ? 1 : m_samples;
            how.extra += samples * heads_of_mask * m_queries * m_keys * bytesOf(query.type);
            if (m_op.biased) {
                arguments.push_back(m_scene.inputs.back());
            }
        }
        const Value result = m_tape.apply(arguments, ofResult(), query.type, how);
        // The kernel's result has the layout of its queries: heads first if these were concatenated so, tokens first
        // otherwise, as in torchtitan's Attention (torchtitan/models/deepseek_v3/model/model.py).
        return m_op.joinsRotated() && m_op.rotary_form != RotaryForm::Complex ? contiguous(result) : result;
    }

    const Attention& m_op;
    OperatorScene& m_scene;
    Tape& m_tape;
    Elementary m_math;
    const std::vector<std::int64_t>& m_gradients;
    std::int64_t m_samples = 0;
    std::int64_t m_queries = 0;
    std::int64_t m_keys = 0;
    Value m_turns; // cosines and sines of a layer with separate tables
};

}

std::vector<Value> writeAttention(const Attention& op, OperatorScene& scene, const std::vector<std::int64_t>& gradients)
{
    return AttentionWriter(op, scene, gradients).write();
}

}
