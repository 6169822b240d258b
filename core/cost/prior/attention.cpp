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
};

class AttentionWriter {
public:
    AttentionWriter(const Attention& op, OperatorScene& scene, const std::vector<std::int64_t>& gradients)
        : m_op(op), m_scene(scene), m_tape(scene.tape), m_math(scene.tape, scene.precision), m_gradients(gradients)
    {
        const Shape& query = *scene.input_shapes[0];
        const bool separate = op.packing == HeadPacking::Separate;
        m_samples = query[0];
        m_queries = query[1];
        m_keys = (*scene.input_shapes[separate ? 1 : 0])[1];
        m_width = op.heads * op.head_width;
        m_key_width = op.kv_heads * op.head_width;
    }

    Value write()
    {
        Heads heads = split();
        if (m_op.rotary_width > 0) {
            heads.query = rotated(heads.query, m_op.heads);
            heads.key = rotated(heads.key, m_op.kv_heads);
        }
        const bool written_out =
            m_scene.attention == AttentionKind::Eager || (m_op.dropout > 0 && m_scene.device == DeviceKind::Cpu);
        return written_out ? eager(heads) : fused(heads);
    }

private:
    std::int64_t ofQueries() const { return m_samples * m_queries * m_width; }
    std::int64_t ofKeys() const { return m_samples * m_keys * m_key_width; }
    std::int64_t ofScores() const { return m_samples * m_op.heads * m_queries * m_keys; }

    Heads split()
    {
        const auto& in = m_scene.inputs;
        Heads heads;
        if (m_op.packing == HeadPacking::Separate) {
            heads = {in[0], in[1], in[2]};
        } else {
            auto parts = m_tape.parts(in[0], {ofQueries(), ofKeys(), ofKeys()});
            heads = {parts[0], parts[1], parts[2]};
            if (m_op.packing == HeadPacking::Groups && m_op.heads > m_op.kv_heads) {
                // Each head of a group gets a copy; queries stay where they are.
                heads.key = m_tape.apply({heads.key}, m_samples * m_keys * m_width, heads.key.type, {});
                heads.value = m_tape.apply({heads.value}, m_samples * m_keys * m_width, heads.value.type, {});
            }
        }
        if (m_op.head_norm) {
            const auto gradient = [&](std::size_t index) {
                return index < m_gradients.size() ? std::vector {m_gradients[index]} : std::vector<std::int64_t> {};
            };
            heads.query = m_math.rmsNorm(heads.query, m_op.head_width, gradient(0), false);
            heads.key = m_math.rmsNorm(heads.key, m_op.head_width, gradient(1), false);
        }
        return heads;
    }

    // Times the cosine, and with its halves exchanged times the sine; the tables are kept by the chain.
    Value rotated(const Value& heads, std::int64_t count)
    {
        const std::int64_t turned = heads.elements / m_op.head_width * m_op.rotary_width;
        const bool partly = m_op.rotary_width < m_op.head_width && count > 0;
        const Value part = partly ? m_tape.view(heads, turned, true) : heads;
        const Value straight = m_tape.apply({part}, turned, NumberType(part.type), {});
        Value across;
        {
            const auto halves = m_tape.parts(part, {turned / 2, turned / 2});
            const Value negated = m_math.scaled(halves[1]);
            Derivative joined;
            joined.passes = true;
            across = m_tape.apply({negated, halves[0]}, turned, part.type, joined);
        }
        across = m_math.scaled(across);
        const Value sum = m_math.sum(straight, across);
        if (!m_op.joinsRotated()) {
            return sum;
        }
        const Value rest = m_tape.view(heads, heads.elements - turned, true);
        Derivative joined;
        joined.passes = true;
        return m_tape.apply({sum, rest}, heads.elements, heads.type, joined);
    }

    Value repeated(const Value& heads)
    {
        const std::int64_t wanted = m_samples * m_keys * m_width;
        return heads.elements == wanted ? heads : m_tape.apply({heads}, wanted, heads.type, {});
    }

    // Products of batches take their heads side by side: views that are not are copied.
    Value contiguous(const Value& heads) { return m_tape.apply({heads}, heads.elements, heads.type, {}); }

    Value eager(const Heads& heads)
    {
        const Value key = contiguous(repeated(heads.key));
        const Value value = contiguous(repeated(heads.value));
        const Value query = contiguous(heads.query);
        Value weights = m_tape.apply({query, key}, ofScores(), m_math.low(query).type, {{query, key}});
        weights = m_math.scaled(weights);
        if (m_op.biased) {
            weights = m_math.sum(weights, m_scene.inputs.back());
        }
        Value mask; // one for all blocks of a chain; here each its own
        if (m_op.causal || m_op.window > 0 || m_op.alibi) {
            mask = m_tape.constant(m_samples * m_queries * m_keys, weights.type);
            weights = m_math.sum(weights, Value());
        }
        Derivative softmax;
        softmax.saves_result = true;
        weights = m_tape.apply({weights}, weights.elements, weights.type, softmax);
        if (m_op.dropout > 0) {
            weights = m_math.dropout(weights, false, m_scene.device);
        }
        const Value result = m_tape.apply({weights, value}, ofQueries(), value.type, {{weights, value}});
        return contiguous(result);
    }

    Value fused(const Heads& heads)
    {
        const bool masked =
            m_op.alibi || m_op.biased || m_op.explicit_mask || (m_op.window > 0 && m_queries > m_op.window);
        const bool copies = masked && !m_op.explicit_mask;
        const Value query = m_math.low(heads.query);
        const Value key = m_math.low(copies ? repeated(heads.key) : heads.key);
        const Value value = m_math.low(copies ? repeated(heads.value) : heads.value);
        Derivative how {{query, key, value}};
        how.saves_result = true;
        how.extra = m_samples * m_op.heads * m_queries * 4; // logarithms of the sums
        std::vector<Value> arguments {query, key, value};
        if (masked && !m_op.alibi) { // linear biases are the chain's
            // As numbers, which the kernel keeps.
            const std::int64_t heads_of_mask = m_op.biased ? m_op.heads : 1;
            const std::int64_t samples = m_op.biased ? 1 : m_samples;
            how.extra += samples * heads_of_mask * m_queries * m_keys * bytesOf(query.type);
            if (m_op.biased) {
                arguments.push_back(m_scene.inputs.back());
            }
        }
        const Value result = m_tape.apply(arguments, ofQueries(), query.type, how);
        // The kernel's result lies as its queries do: heads first where these were joined, tokens first otherwise.
        return m_op.joinsRotated() ? contiguous(result) : result;
    }

    const Attention& m_op;
    OperatorScene& m_scene;
    Tape& m_tape;
    Elementary m_math;
    const std::vector<std::int64_t>& m_gradients;
    std::int64_t m_samples = 0;
    std::int64_t m_queries = 0;
    std::int64_t m_keys = 0;
    std::int64_t m_width = 0;
    std::int64_t m_key_width = 0;
};

}

Value writeAttention(const Attention& op, OperatorScene& scene, const std::vector<std::int64_t>& gradients)
{
    return AttentionWriter(op, scene, gradients).write();
}

}
