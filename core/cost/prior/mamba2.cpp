// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/prior/mamba2.h"

#include "core/cost/prior/elementary.h"

#include <algorithm>

namespace stagecraft::prior {

namespace {

constexpr auto wide = NumberType::Fp32;

class Mamba2Writer {
public:
    Mamba2Writer(const Mamba2& op, OperatorScene& scene, const std::vector<std::int64_t>& gradients)
        : m_op(op), m_scene(scene), m_tape(scene.tape), m_math(scene.tape, scene.precision), m_gradients(gradients)
    {
        const Shape& input = *scene.input_shapes[0];
        m_samples = input[0];
        m_tokens = input[0] * input[1];
        m_chunks = (input[1] + op.chunk - 1) / op.chunk;
        m_rows = m_samples * m_chunks * op.chunk * op.heads;
    }

    Value write()
    {
        const std::int64_t mixed = m_tokens * m_op.mixedWidth();
        const auto parts =
            m_tape.parts(m_scene.inputs[0], {m_tokens * m_op.resultWidth(), mixed, m_tokens * m_op.heads});
        const Value channels = copied(parts[1], mixed);
        Weight kernel {{m_op.kernel, 1, m_op.mixedWidth()}, true, {}};
        const Value convolved = m_math.product(channels, mixed, kernel);
        const Value active = m_math.activation(convolved, Activation::Silu, false);
        const std::int64_t state = m_tokens * m_op.groups * m_op.state_width;
        const auto of_scan = m_tape.parts(active, {m_tokens * m_op.resultWidth(), state, state});
        const Value output = scanned(of_scan, parts[2]);
        return normed(output, parts[0]);
    }

private:
    Value times(const Value& a, const Value& b)
    {
        return m_tape.apply({a, b}, std::max(a.elements, b.elements), wide, {{a, b}});
    }
    // Records a product per head and chunk: [rows, in] x [in, out].
    Value product(const Value& a, const Value& b, std::int64_t rows, std::int64_t in, std::int64_t out)
    {
        Derivative how {{a, b}};
        const auto groups = static_cast<double>(m_samples * m_chunks * m_op.heads);
        how.arithmetic =
            ProductShape {groups, static_cast<double>(rows), static_cast<double>(out), static_cast<double>(in)};
        return m_tape.apply({a, b}, m_samples * m_chunks * m_op.heads * rows * out, wide, how);
    }
    Value copied(const Value& a, std::int64_t count) { return m_tape.apply({a}, count, wide, {}); }
    Value exponential(const Value& a, std::int64_t count)
    {
        Derivative how;
        how.saves_result = true;
        return m_tape.apply({a}, count, wide, how);
    }

    // Records scores within chunks, and a state that is passed from chunk to chunk.
    Value scanned(const std::vector<Value>& parts, const Value& steps)
    {
        const std::int64_t values = m_rows * m_op.head_width;
        const std::int64_t states = m_rows * m_op.state_width;
        Derivative softened {{steps}};
        softened.parameters = m_gradients;
        Value step = m_tape.apply({steps}, steps.elements, wide, softened);
        step = m_tape.apply({step}, step.elements, wide, {{step}});
        const Value all = m_math.wide(parts[0], true);
        const Value skipped = m_tape.apply({all}, all.elements, wide, {{all}});
        const Value row = copied(parts[1], states);
        const Value column = copied(parts[2], states);
        const Value value = copied(times(all, step), values);
        const Value decay = copied(m_tape.apply({step}, m_rows, wide, {{step}}), m_rows);
        const Value kept = exponential(copied(decay, m_rows * m_op.chunk), m_rows * m_op.chunk);
        const Value scores =
            product(copied(column, states), copied(row, states), m_op.chunk, m_op.state_width, m_op.chunk);
        const Value within = product(times(scores, kept), value, m_op.chunk, m_op.chunk, m_op.head_width);
        const Value remaining = exponential(decay, m_rows);
        const std::int64_t state = m_samples * m_chunks * m_op.heads * m_op.head_width * m_op.state_width;
        const Value of_chunks =
            product(copied(times(row, remaining), states), value, m_op.head_width, m_op.chunk, m_op.state_width);
        // One product computes the states of all chunks.
        const auto steps_between = static_cast<double>(m_chunks + 1);
        Derivative followed;
        followed.arithmetic = ProductShape {static_cast<double>(m_samples * m_op.heads), steps_between,
                                            static_cast<double>(m_op.head_width * m_op.state_width), steps_between};
        const Value begun = m_tape.apply({of_chunks}, state, wide, followed);
        const Value read = product(column, begun, m_op.chunk, m_op.state_width, m_op.head_width);
        const Value before = times(read, exponential(decay, m_rows));
        return m_math.sum(m_math.sum(within, before), skipped);
    }

    Value normed(const Value& output, const Value& gate)
    {
        const Value open = m_math.activation(m_math.wide(gate, true), Activation::Silu, false);
        const Value gated = times(output, open);
        const Value result = m_math.normed(gated, m_op.resultWidth() / m_op.groups, false);
        return m_tape.apply({result}, m_tokens * m_op.resultWidth(), parameterType(m_scene.precision), {{result}});
    }

    const Mamba2& m_op;
    OperatorScene& m_scene;
    Tape& m_tape;
    Elementary m_math;
    const std::vector<std::int64_t>& m_gradients;
    std::int64_t m_samples = 0;
    std::int64_t m_tokens = 0;
    std::int64_t m_chunks = 0;
    std::int64_t m_rows = 0; // heads x tokens, padded to whole chunks
};

}

Value writeMamba2(const Mamba2& op, OperatorScene& scene, const std::vector<std::int64_t>& gradients)
{
    return Mamba2Writer(op, scene, gradients).write();
}

}
