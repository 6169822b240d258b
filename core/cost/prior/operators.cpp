// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/prior/operators.h"

#include "core/base/overloaded.h"
#include "core/cost/prior/attention.h"
#include "core/cost/prior/elementary.h"
#include "core/cost/prior/experts.h"
#include "core/cost/prior/mamba2.h"
#include "core/model/parameters.h"

#include <algorithm>
#include <utility>

namespace stagecraft::prior {

namespace {

class OperatorWriter {
public:
    explicit OperatorWriter(OperatorScene& scene) : m(scene), m_math(scene.tape, scene.precision) {}

    using Values = std::vector<Value>;

    Values operator()(const Embedding& op)
    {
        // Ids of rows on other ranks are replaced by a valid id, and their rows set to zero.
        Derivative how {{in()}};
        how.extra = op.shards > 1 ? elements(0) / (op.row_mask ? op.width : 1) : 0;
        how.parameters = gradients();
        return {m.tape.apply({in()}, elements(0), parameterType(m.precision), how)};
    }
    Values operator()(const PositionEmbedding&) { return {looked()}; }
    Values operator()(const SegmentEmbedding&) { return {looked()}; }
    Values operator()(const Linear& op)
    {
        Weight weight {{op.in, op.out}, learns("weight"), gradients()};
        weight.kept = op.regathers ? m.gathered_from[0] : nullptr;
        weight.accumulates = op.accumulates;
        weight.placeholder = op.placeholder;
        weight.stored = op.stored;
        weight.again = op.recomputed_in_backward;
        weight.fp8 = op.fp8;
        weight.keeps_input = op.keeps_input;
        return {m_math.product(in(), elements(0), weight)};
    }
    Values operator()(const LayerNorm& op)
    {
        const Value input = m_math.wide(in(), wideNorms());
        Derivative how {{input}};
        how.extra = 2 * input.elements / op.width * 4; // mean and deviation of each row, fp32
        how.again = op.recomputed_in_backward;
        how.parameters = gradients();
        return {m.tape.apply({input}, input.elements, input.type, how)};
    }
    Values operator()(const RmsNorm& op)
    {
        return {
            m_math.rmsNorm(in(), op.width, gradients(),
                           {op.around_one || op.wide || op.powered, op.powered, op.fused, op.recomputed_in_backward})};
    }
    Values operator()(const Activate& op)
    {
        Value result = m_math.activation(in(), op.kind, op.in_place);
        return {op.fused ? m.tape.recomputed_in_backward(std::move(result), in()) : std::move(result)};
    }
    Values operator()(const GatedActivation&) { return {m.tape.apply({in()}, elements(0), in().type, {{in()}})}; }
    Values operator()(const Dropout& op)
    {
        if (op.per_sample || op.per_channel) {
            Derivative how;
            how.extra = m.input_shapes[0]->front() * 4;
            return {m.tape.apply({in()}, in().elements, in().type, how)};
        }
        return {m_math.dropout(in(), op.in_place, m.device)};
    }
    Values operator()(const Add& op)
    {
        Derivative how;
        how.passes = true;
        if (op.in_place) {
            return {m.tape.applyInPlace({in(), in(1)}, how)};
        }
        return {m.tape.apply({in(), in(1)}, elements(0), wider(in(), in(1)), how)};
    }
    Values operator()(const Multiply&)
    {
        return {m.tape.apply({in(), in(1)}, elements(0), wider(in(), in(1)), {{in(), in(1)}})};
    }
    Values operator()(const Concatenate&)
    {
        NumberType type = in().type;
        for (const Value& value : m.inputs) {
            type = value.type == NumberType::Fp32 ? value.type : type;
        }
        Derivative how;
        how.passes = true; // inputs share parts of one gradient
        return {m.tape.apply(m.inputs, elements(0), type, how)};
    }
    Values operator()(const Scale& op)
    {
        return {op.in_place ? m.tape.applyInPlace({in()}, {}) : m.tape.apply({in()}, elements(0), in().type, {})};
    }
    Values operator()(const SplitDimension&) { return {m.tape.view(in(), elements(0), false)}; }
    Values operator()(const SelectPart&) { return {m.tape.view(in(), elements(0), true)}; }
    Values operator()(const Mamba2& op) { return {writeMamba2(op, m, gradients())}; }
    Values operator()(const ImagePatches& op);
    Values operator()(const GridPositions& op);
    Values operator()(const MergePatches&) { return {m.tape.view(in(), elements(0), false)}; }
    Values operator()(const PlaceFeatures& op);
    Values operator()(const Split& op)
    {
        return m.tape.parts(in(), std::vector<std::int64_t>(static_cast<std::size_t>(op.parts), elements(0)));
    }
    Values operator()(const Attention& op) { return writeAttention(op, m, gradients()); }
    Values operator()(const SplitWidths&) { return m.tape.parts(in(), {elements(0), elements(1)}); }
    Values operator()(const Experts& op) { return {writeExperts(op, m)}; }
    Values operator()(const DenseExperts& op);
    Values operator()(const GatedDeltaRule& op);
    Values operator()(const Convolution& op)
    {
        const ProductSides sides {op.in / op.groups * op.kernel * op.kernelWidth(), op.out / op.groups, op.groups};
        return {m_math.product(in(), elements(0), {sides, learns("weight"), gradients()})};
    }
    Values operator()(const BatchNorm& op)
    {
        Derivative how {{in()}};
        how.extra = 2 * op.channels * 4;
        how.parameters = gradients();
        return {m.tape.apply({in()}, in().elements, in().type, how)};
    }
    Values operator()(const InstanceNorm& op)
    {
        Derivative how {{in()}};
        how.extra = 2 * m.input_shapes[0]->front() * op.channels * 4;
        return {m.tape.apply({in()}, in().elements, in().type, how)};
    }
    Values operator()(const MaxPool&)
    {
        Derivative how {{in()}};
        how.extra = elements(0) * bytesOfAnIndex;
        return {m.tape.apply({in()}, elements(0), in().type, how)};
    }
    Values operator()(const AveragePool&) { return {m.tape.apply({in()}, elements(0), in().type, {{in()}})}; }
    Values operator()(const AdaptivePool& op)
    {
        // To one pixel it is a mean, which saves nothing.
        return {m.tape.apply({in()}, elements(0), in().type, op.side == 1 ? Derivative {} : Derivative {{in()}})};
    }
    Values operator()(const Upsample&) { return {m.tape.apply({in()}, elements(0), in().type, {})}; }
    Values operator()(const ShiftImage&) { return {m.tape.apply({in()}, elements(0), in().type, {})}; }
    Values operator()(const Flatten&) { return {m.tape.view(in(), elements(0), false)}; }
    Values operator()(const Patches&) { return {m.tape.view(in(), elements(0), false)}; }
    Values operator()(const FirstToken&) { return {m.tape.view(in(), elements(0), true)}; }
    Values operator()(const ClassToken&) { return {joined()}; }
    Values operator()(const LearnedOffset&) { return {joined()}; }
    Values operator()(const GatherTokens&)
    {
        Derivative how;
        how.bytes = m.taken_in == Fp8Recipe::None ? 0 : fp8Bytes(m.taken_in, elements(0));
        return {m.tape.apply({in()}, elements(0), in().type, how)};
    }
    Values operator()(const ScatterTokens& op)
    {
        Derivative how;
        how.stored = op.stored;
        return {m.tape.apply({in()}, elements(0), in().type, how)};
    }
    Values operator()(const TargetIds&) { return {m.tape.constant(2 * elements(0), NumberType::Fp32)}; }
    Values operator()(const RelativeBias&)
    {
        // Bucket ids, which the lookup saves.
        Derivative how;
        how.extra = elements(0) / m.result_shapes[0]->at(1) * bytesOfAnIndex;
        how.parameters = gradients();
        return {m.tape.apply({}, elements(0), parameterType(m.precision), how)};
    }
    Values operator()(const ZeroBias&) { return {m.tape.constant(elements(0), in().type)}; }
    Values operator()(const CrossEntropy& op)
    {
        if (op.in_place) {
            const Value scores = m_math.wide(in(), !op.low);
            Derivative how {{scores}};
            how.overwrites = true;
            return {m.tape.apply({scores}, scores.elements / op.classes, NumberType::Fp32, how)}; // one loss per token
        }
        if (op.low) {
            return {compiledLoss(op)};
        }
        const Value rows = m_math.wide(in(), true);
        const std::int64_t count = rows.elements / op.classes;
        if (op.shards > 1 && op.loss_parallel) {
            return {parallelLoss(rows)};
        }
        if (op.shards > 1) {
            // Logits minus their maximum, their exponentials, and the saved softmax.
            const Value shifted = m.tape.apply({rows}, rows.elements, NumberType::Fp32, {});
            Derivative how;
            how.saves_result = true;
            how.extra = count * bytesOfAnIndex;
            const Value shares = m.tape.apply({shifted}, rows.elements, NumberType::Fp32, how);
            return {m.tape.apply({shares}, 1, NumberType::Fp32, {{}, false, 0, true})};
        }
        // Labels padded by one per sample, and shifted labels, which the loss saves.
        const Value padded = op.shifted ? ids(count + m.input_shapes[0]->front()) : Value();
        const Value shifted = op.shifted ? ids(count) : Value();
        Derivative softmax;
        softmax.saves_result = true;
        const Value logs = m.tape.apply({rows}, rows.elements, NumberType::Fp32, softmax);
        Derivative loss {{logs}};
        if (op.shifted) {
            loss.saved.push_back(shifted);
        }
        return {m.tape.apply({logs}, 1, NumberType::Fp32, loss)};
    }
    // Records a loss compiled by torch.compile: logits are saved uncast. With several ranks they are widened, and their
    // exponentials are alive at the same time.
    Value compiledLoss(const CrossEntropy& op)
    {
        if (op.shards > 1) {
            const Value rows = m.tape.constant(in().elements, NumberType::Fp32);
            m.tape.constant(in().elements, NumberType::Fp32);
        }
        return m.tape.apply({in()}, 1, NumberType::Fp32, {{in()}});
    }
    // Follows _log_softmax and _nll_loss_and_log_softmax_backward in torch/distributed/tensor/parallel/loss.py.
    Value parallelLoss(const Value& rows)
    {
        Derivative how;
        {
            const Value shifted = m.tape.constant(rows.elements, NumberType::Fp32);
            m.tape.constant(rows.elements, NumberType::Fp32); // exponentials, which are summed
            how.saved = {m.tape.constant(rows.elements, NumberType::Fp32)};
        }
        how.temporary = 2 * rows.bytes(); // minus one at the label, and the term added to it
        how.temporaries = 2;
        return m.tape.apply({rows}, 1, NumberType::Fp32, how);
    }
    Values operator()(const BinaryCrossEntropy&) { return {m.tape.apply({in()}, 1, NumberType::Fp32, {{in()}})}; }

private:
    const Value& in(std::size_t index = 0) const { return m.inputs[index]; }
    std::int64_t elements(std::size_t result) const { return elementCount(*m.result_shapes[result]); }
    bool wideNorms() const { return m.precision == Precision::Bf16Autocast && m.device == DeviceKind::Cuda; }

    static NumberType wider(const Value& a, const Value& b)
    {
        return a.type == NumberType::Fp32 || b.type == NumberType::Fp32 ? NumberType::Fp32 : a.type;
    }

    std::vector<std::int64_t> gradients() const
    {
        std::vector<std::int64_t> bytes;
        for (const ParameterTensor& tensor : parameterTensors(m.statement)) {
            if (tensor.trainable) {
                bytes.push_back(elementCount(tensor.shape) * bytesOf(parameterType(m.precision)));
            }
        }
        return bytes;
    }

    bool learns(const std::string& name) const
    {
        const auto& frozen = m.statement.frozen;
        return std::find(frozen.begin(), frozen.end(), name) == frozen.end();
    }

    Value ids(std::int64_t count)
    {
        return m.tape.constant(count * (bytesOfAnIndex / bytesOf(NumberType::Fp32)), NumberType::Fp32);
    }

    // Records a lookup of positions or segments, whose ids are created on the fly.
    Value looked()
    {
        const Shape& shape = *m.result_shapes[0];
        Derivative how;
        how.extra = elements(0) / shape.back() * bytesOfAnIndex;
        how.parameters = gradients();
        return m.tape.apply({}, elements(0), parameterType(m.precision), how);
    }
    // Records the input concatenated with or added to a learned tensor.
    Value joined()
    {
        Derivative how;
        how.passes = true;
        how.parameters = gradients();
        return m.tape.apply({in()}, elements(0), parameterType(m.precision), how);
    }

    Weight weight(const char* name, const ProductSides& sides) const
    {
        const std::int64_t bytes = sides.count() * bytesOf(parameterType(m.precision));
        return {sides, learns(name), learns(name) ? std::vector {bytes} : std::vector<std::int64_t> {}};
    }

    OperatorScene& m;
    Elementary m_math;
};

// Records a convolution; per head normalized queries and keys, padded to whole chunks; scores in each chunk, two
// triangular systems, and a state that is passed from chunk to chunk; a norm and a gate.
std::vector<Value> OperatorWriter::operator()(const GatedDeltaRule& op)
{
    const Shape& shape = *m.input_shapes[0];
    const std::int64_t tokens = shape[0] * shape[1];
    const std::int64_t chunks = (shape[1] + deltaChunk - 1) / deltaChunk;
    const std::int64_t rows = shape[0] * chunks * deltaChunk * op.value_heads;
    const std::int64_t keys = rows * op.key_width;
    const std::int64_t values = rows * op.value_width;
    const std::int64_t scores = rows * deltaChunk;
    const auto wide = NumberType::Fp32;
    const auto times = [&](const Value& a, const Value& b) {
        return m.tape.apply({a, b}, std::max(a.elements, b.elements), wide, {{a, b}});
    };
    // Shape per head and chunk: [height, in] x [in, out].
    const auto shaped = [&](Derivative how, std::int64_t height, std::int64_t in, std::int64_t out) {
        how.arithmetic = ProductShape {static_cast<double>(rows / deltaChunk), static_cast<double>(height),
                                       static_cast<double>(out), static_cast<double>(in)};
        return how;
    };
    const auto product = [&](const Value& a, const Value& b, std::int64_t in, std::int64_t out) {
        return m.tape.apply({a, b}, rows * out, wide, shaped({{a, b}}, deltaChunk, in, out));
    };
    const auto copied = [&](const Value& a, std::int64_t count) { return m.tape.apply({a}, count, wide, {}); };
    const Value mixed =
        m_math.product(in(), in().elements, weight("convolution.weight", {op.kernel, 1, op.mixedWidth()}));
    const Value active = m_math.activation(mixed, Activation::Silu, false);
    const auto parts = m.tape.parts(
        active,
        {tokens * op.key_heads * op.key_width, tokens * op.key_heads * op.key_width, tokens * op.resultWidth()});
    const auto unit = [&](const Value& part) {
        const Value own = copied(part, keys);
        const Value inverse = m.tape.apply({own}, rows, wide, {{own, own}});
        return times(own, inverse);
    };
    Value query = copied(unit(parts[0]), keys);
    Value key = copied(unit(parts[1]), keys);
    const Value value = copied(parts[2], values);
    const Value rate = copied(m_math.activation(in(2), Activation::Sigmoid, false), rows);
    Derivative steps {{in(3)}};
    for (const char* name : {"step_bias", "decay"}) {
        if (learns(name)) {
            steps.parameters.push_back(op.value_heads * bytesOf(parameterType(m.precision)));
        }
    }
    const Value decayed = copied(m.tape.apply({in(3)}, tokens * op.value_heads, wide, steps), rows);
    const Value value_steps = times(value, rate);
    const Value key_steps = times(key, rate);
    Derivative exponential;
    exponential.saves_result = true;
    const Value pairs = m.tape.apply({copied(decayed, scores)}, scores, wide, exponential);
    const Value of_keys = product(key_steps, key, op.key_width, deltaChunk);
    const Value system = times(of_keys, pairs);
    const Value of_queries = product(query, key, op.key_width, deltaChunk);
    const Value weights = times(of_queries, pairs);
    const Value decayed_steps = times(key_steps, m.tape.apply({decayed}, rows, wide, exponential));
    Derivative solved {{system}};
    solved.saves_result = true;
    // A triangular system has half of the numbers.
    const Value corrections =
        m.tape.apply({system, value_steps}, values, wide, shaped(solved, deltaChunk, deltaChunk / 2, op.value_width));
    const Value reads =
        m.tape.apply({system, decayed_steps}, keys, wide, shaped(solved, deltaChunk, deltaChunk / 2, op.key_width));
    query = times(query, m.tape.apply({decayed}, rows, wide, exponential));
    key = times(key, m.tape.apply({decayed}, rows, wide, exponential));
    const std::int64_t state = shape[0] * chunks * op.value_heads * op.key_width * op.value_width;
    const Value states = m.tape.apply({key}, state, wide, shaped({}, op.key_width, deltaChunk, op.value_width));
    const Value corrected = product(reads, states, op.key_width, op.value_width);
    const Value known = product(query, states, op.key_width, op.value_width);
    const Value within = product(weights, m_math.sum(corrections, corrected), deltaChunk, op.value_width);
    const Value output = copied(m_math.sum(known, within), tokens * op.resultWidth());
    const Weight norm = weight("norm.weight", {op.value_width});
    const Value normed = m_math.rmsNorm(output, op.value_width, norm.gradients, {});
    const Value gate = m_math.activation(m_math.wide(in(1), true), Activation::Silu, false);
    return {m_math.low(times(normed, gate))};
}

// Records pixels, which the convolution saves, and its result.
std::vector<Value> OperatorWriter::operator()(const ImagePatches& op)
{
    const std::int64_t pixels = m.result_shapes[0]->front() * op.patches() * op.numbers();
    const Value given = m.tape.constant(pixels, NumberType::Fp32);
    const NumberType type = parameterType(m.precision);
    const Value cast = type == NumberType::Fp32 ? given : m.tape.constant(pixels, type);
    return {m_math.product(cast, elements(0), {{op.numbers(), op.width}, learns("weight"), gradients()})};
}

// Records a lookup of four neighbors per patch, weighted and summed.
std::vector<Value> OperatorWriter::operator()(const GridPositions&)
{
    constexpr std::int64_t neighbors = 4;
    const std::int64_t count = elements(0) / m.result_shapes[0]->back() * neighbors;
    Derivative looked;
    looked.extra = count * bytesOfAnIndex;
    looked.parameters = gradients();
    Value rows = m.tape.apply({}, elements(0) * neighbors, parameterType(m.precision), looked);
    Derivative weighed;
    weighed.extra = count * bytesOf(NumberType::Fp32);
    rows = m.tape.apply({rows}, rows.elements, NumberType::Fp32, weighed);
    const Value sum = m.tape.apply({rows}, elements(0), NumberType::Fp32, {});
    return {sum.type == in().type ? sum : m.tape.apply({sum}, elements(0), in().type, {})};
}

// Records concatenated features, and a copy of the tokens that they are placed into. If they are added, their positions
// are saved.
std::vector<Value> OperatorWriter::operator()(const PlaceFeatures& op)
{
    Value features = m.tape.apply({in(1)}, in(1).elements, in(1).type, {});
    if (features.type != in().type) {
        features = m.tape.apply({features}, features.elements, in().type, {});
    }
    const std::int64_t tokens = m.result_shapes[0]->front() * m.result_shapes[0]->at(1);
    Derivative placed;
    if (!op.added) {
        placed.extra = tokens; // a mask
        // Indices of the mask's ones, and their cumulative sums.
        placed.temporary = m.device == DeviceKind::Cpu ? 2 * bytesOfAnIndex * elements(0) : 0;
        return {m.tape.apply({in(), features}, elements(0), in().type, placed)};
    }
    placed.extra = 2 * in(1).elements / m.input_shapes[1]->back() * bytesOfAnIndex;
    const Value copy = m.tape.apply({in()}, elements(0), in().type, {});
    const Value there = m.tape.apply({copy}, features.elements, in().type, placed);
    const Value sum = m_math.sum(there, features);
    return {m.tape.applyInPlace({copy, sum}, {})};
}

// Records every token copied for each expert, times its score, and two batched products.
std::vector<Value> OperatorWriter::operator()(const DenseExperts& op)
{
    const std::int64_t tokens = in().elements / op.width;
    const std::int64_t rows = tokens * op.count;
    const Value logits = m_math.product(in(), rows, weight("router.weight", {op.width, op.count}));
    Derivative chosen;
    chosen.extra = tokens * op.active * bytesOfAnIndex;
    const Value scores =
        m_math.activation(m.tape.apply({logits}, rows, logits.type, chosen), Activation::Sigmoid, false);
    const Value copies = m.tape.apply({in()}, rows * op.width, in().type, {});
    Value hidden = m.tape.apply({copies, scores}, rows * op.width, in().type, {{copies, scores}});
    hidden = m_math.product(hidden, rows * 2 * op.intermediate,
                            weight("gate_up.weight", {op.width, 2 * op.intermediate, op.count}));
    {
        const std::int64_t half = rows * op.intermediate;
        const auto halves = m.tape.parts(hidden, {half, half});
        const Value active = m_math.activation(halves[0], op.activation, false);
        hidden = m.tape.apply({active, halves[1]}, half, hidden.type, {{active, halves[1]}});
    }
    hidden = m_math.product(hidden, rows * op.width, weight("down.weight", {op.intermediate, op.width, op.count}));
    return {m.tape.apply({hidden}, in().elements, in().type, {})};
}

}

std::vector<Value> writeOperator(OperatorScene scene)
{
    const Operator& op = scene.statement.op;
    return std::visit(OperatorWriter(scene), op);
}

}
