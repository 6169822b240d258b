// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/prior/experts.h"

#include "core/cost/prior/elementary.h"
#include "core/model/parameters.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace stagecraft::prior {

namespace {

class ExpertWriter {
public:
    ExpertWriter(const Experts& op, OperatorScene& scene) : m_op(op), m(scene), m_math(scene.tape, scene.precision) {}

    Value write() { return m_op.permuted ? permuted() : m_op.indexed ? indexed() : sorted(); }

private:
    const Value& in(std::size_t index = 0) const { return m.inputs[index]; }

    static NumberType wider(const Value& a, const Value& b)
    {
        return a.type == NumberType::Fp32 || b.type == NumberType::Fp32 ? NumberType::Fp32 : a.type;
    }

    bool learns(const std::string& name) const
    {
        const auto& frozen = m.statement.frozen;
        return std::find(frozen.begin(), frozen.end(), name) == frozen.end();
    }

    Weight weight(const char* name, const ProductSides& sides) const
    {
        const std::int64_t bytes = sides.count() * bytesOf(parameterType(m.precision));
        return {sides, learns(name), learns(name) ? std::vector {bytes} : std::vector<std::int64_t> {}};
    }
    Weight router() const
    {
        const std::int64_t all = m_op.count * m_op.ranks;
        Weight scores = weight("router.weight", {m_op.routerWidth(), all});
        if (m_op.biased && learns("router.bias")) {
            scores.gradients.push_back(all * bytesOf(parameterType(m.precision)));
        }
        return scores;
    }
    // Returns the weight of a grouped product over all experts.
    Weight grouped(const char* name, const ProductSides& sides) const
    {
        Weight all = weight(name, sides);
        all.accumulates = m_op.accumulates;
        all.placeholder = m_op.placeholder;
        all.fp8 = m_op.fp8;
        return all;
    }
    std::int64_t biasBytes(std::string_view name) const;
    // Returns the number of rows that a rank's experts receive for `tokens` tokens, including padding.
    std::int64_t slotsOf(std::int64_t tokens) const
    {
        const double capacity = m_op.ranks > 1 ? m.expert_capacity : 1;
        return static_cast<std::int64_t>(std::ceil(static_cast<double>(tokens * m_op.active) * capacity));
    }

    Value sorted();
    Value permuted();
    Value indexed();
    // Records the two products on padded rows and the activation between them; the second variant has biases.
    Value indexedProducts(Value hidden, std::int64_t filled);
    Value indexedBiased(Value hidden, std::int64_t filled, std::int64_t slots);
    // Records router scores. Returns the weights of the chosen experts of each token.
    Value routed(std::int64_t tokens);
    // Records the router of torchtitan: fp32 from the scores on.
    Value chosen(std::int64_t tokens);
    // Records a router that keeps weights of all experts, mostly 0, and a map of those chosen.
    Value mapped(const Value& tokens);
    // Records the norm of the router's input, times its scale.
    Value scaledNorm(const Value& tokens);
    // Adds the bias of each row's expert in place; saves the expert index of each row.
    Value biased(Value hidden, const char* name, std::int64_t rows);
    Value between(const Value& hidden);
    // Returns gate and up, each of which saves its unclamped input.
    std::pair<Value, Value> clampedHalves(const Value& hidden);
    // Records Megatron-Core's clamping, which concatenates gate and up again.
    Value clamped(const Value& hidden);
    // Records Megatron-Core's addition of an expert's bias, times the weight of the row.
    Value withBiases(const Value& hidden, const Value& weights);

    const Experts& m_op;
    OperatorScene& m;
    Elementary m_math;
};

Value ExpertWriter::routed(std::int64_t tokens)
{
    const std::int64_t rows = tokens * m_op.active;
    const std::int64_t all = m_op.count * m_op.ranks;
    const Value looked_at = m_op.router_width > 0 ? in(1) : in();
    const Value tokens_in = m_op.normed_router ? scaledNorm(looked_at) : m_math.wide(looked_at, m_op.wide_router);
    const Value logits = m_math.product(tokens_in, tokens * all, router());
    Derivative shares;
    shares.saves_result = true;
    Derivative chosen;
    chosen.extra = rows * (bytesOfAnIndex * 2 + 4);
    if (m_op.score == RouterScore::ChosenSoftmax) {
        const Value highest = m.tape.apply({logits}, rows, logits.type, chosen);
        return m.tape.apply({highest}, rows, logits.type, shares);
    }
    const Value scores = m.tape.apply({logits}, tokens * all, NumberType::Fp32, shares);
    const bool wide = m_op.score == RouterScore::Sigmoid || m_op.normed_router;
    const Value weights = m.tape.apply({scores}, rows, wide ? NumberType::Fp32 : logits.type, chosen);
    if (!m_op.normed_router) {
        return weights;
    }
    Derivative factors;
    factors.extra = rows * (bytesOfAnIndex + bytesOf(parameterType(m.precision)));
    factors.saved = {weights};
    factors.parameters = weight("router.factors", {all}).gradients;
    return m.tape.apply({weights}, rows, weights.type, factors);
}

Value ExpertWriter::scaledNorm(const Value& tokens)
{
    const Value normed = m_math.normed(tokens, m_op.routerWidth(), true);
    Derivative how {{normed}};
    how.parameters = weight("router.scale", {m_op.routerWidth()}).gradients;
    return m_math.scaled(m.tape.apply({normed}, normed.elements, normed.type, how));
}

Value ExpertWriter::biased(Value hidden, const char* name, std::int64_t rows)
{
    Derivative how;
    how.extra = rows * bytesOfAnIndex;
    if (learns(name)) {
        how.parameters.push_back(biasBytes(name));
    }
    const Value bias = m.tape.apply({}, hidden.elements, parameterType(m.precision), how);
    Derivative sum;
    sum.passes = true;
    return m.tape.applyInPlace({hidden, bias}, sum);
}

std::int64_t ExpertWriter::biasBytes(std::string_view name) const
{
    for (const ParameterTensor& tensor : parameterTensors(m.statement.op)) {
        if (tensor.name == name) {
            return elementCount(tensor.shape) * bytesOf(parameterType(m.precision));
        }
    }
    return 0;
}

std::pair<Value, Value> ExpertWriter::clampedHalves(const Value& hidden)
{
    const std::int64_t half = hidden.elements / 2;
    // Two slices, unless they are parts of one split.
    const auto halves = m_op.indexed ? std::vector {m.tape.view(hidden, half, true), m.tape.view(hidden, half, true)}
                                     : m.tape.parts(hidden, {half, half});
    const auto clampedHalf = [&](const Value& own) {
        Derivative how {{own}};
        how.again = m_op.recomputed_in_backward;
        return m.tape.apply({own}, half, hidden.type, how);
    };
    Value gate = clampedHalf(halves[0]);
    Value up = clampedHalf(halves[1]);
    return {std::move(gate), std::move(up)};
}

// Follows weighted_bias_quick_geglu_impl in megatron/core/fusions/fused_bias_geglu.py.
Value ExpertWriter::clamped(const Value& hidden)
{
    const auto [gate, up] = clampedHalves(hidden);
    Derivative joined;
    joined.passes = true;
    joined.again = m_op.recomputed_in_backward;
    return m.tape.apply({gate, up}, hidden.elements, hidden.type, joined);
}

Value ExpertWriter::between(const Value& hidden)
{
    if (m_op.gate == ExpertGate::None) {
        return m_math.activation(hidden, m_op.activation, false);
    }
    const std::int64_t half = hidden.elements / 2;
    if (m_op.gate == ExpertGate::Halves) {
        const auto halves = m.tape.parts(hidden, {half, half});
        const Value active = m_math.activation(halves[0], m_op.activation, false);
        return m.tape.apply({active, halves[1]}, half, hidden.type, {{active, halves[1]}});
    }
    const auto [gate, up] = clampedHalves(hidden);
    const Value share = m_math.activation(m_math.scaled(gate), Activation::Sigmoid, false);
    const Value open = m.tape.apply({gate, share}, half, hidden.type, {{gate, share}});
    const Value more = m_math.sum(up, Value());
    return m.tape.apply({more, open}, half, hidden.type, {{more, open}});
}

// Records router, rows sorted by expert, two grouped products, and rows in the original order. If ranks exchange rows,
// each expert has a fixed capacity, filled or not.
Value ExpertWriter::sorted()
{
    const std::int64_t tokens = in().elements / m_op.width;
    const std::int64_t rows = tokens * m_op.active;
    const std::int64_t slots = slotsOf(tokens);
    const Value weights = routed(tokens);
    Derivative order;
    order.extra = rows * bytesOfAnIndex;
    const std::int64_t inner = m_op.firstProducts() * m_op.intermediate;
    const bool gated = m_op.gate != ExpertGate::None;
    Value hidden = m.tape.apply({in()}, slots * m_op.width, in().type, order);
    hidden = m_math.product(hidden, slots * inner,
                            weight(gated ? "gate_up.weight" : "up.weight", {m_op.width, inner, m_op.count}));
    if (m_op.biased) {
        hidden = biased(std::move(hidden), gated ? "gate_up.bias" : "up.bias", slots);
    }
    hidden = between(hidden);
    hidden =
        m_math.product(hidden, slots * m_op.width, weight("down.weight", {m_op.intermediate, m_op.width, m_op.count}));
    if (m_op.biased) {
        hidden = biased(std::move(hidden), "down.bias", slots);
    }
    hidden = m.tape.apply({hidden, weights}, slots * m_op.width, wider(hidden, weights), {{hidden, weights}});
    hidden = m.tape.apply({hidden}, rows * m_op.width, hidden.type, order);
    return m.tape.apply({hidden}, in().elements, in().type, {});
}

// Records the experts of Megatron-Core: rows of a rank's tokens are copied into the order of the experts, sent,
// gathered over tensor-parallel ranks and sorted by this rank's experts, each time into a new tensor; then the reverse.
// Sources in megatron/core/transformer/moe: the layer's function keeps references to the permuted and the sent rows
// until it returns (moe_layer.py); token_dispatcher.py, MoEAlltoAllTokenDispatcher; experts.py, TEGroupedMLP.
Value ExpertWriter::permuted()
{
    const Value own = m.gathered_from[0] != nullptr ? *m.gathered_from[0] : in();
    const std::int64_t parts = in().elements / own.elements; // tensor-parallel ranks that shard the tokens
    const std::int64_t slots = slotsOf(in().elements / m_op.width);
    const std::int64_t own_slots = slots / parts;
    const auto copied = [&](const Value& rows, std::int64_t count, bool wanted) {
        return wanted ? m.tape.apply({rows}, count * m_op.width, rows.type, {}) : rows;
    };
    const Value map = mapped(own);
    const Value weights = m.tape.apply({map}, slots, map.type, {});
    const Value rows = copied(own, own_slots, true);
    const Value sent = copied(rows, own_slots, m_op.ranks > 1);
    // FP8 pads each expert's rows to a multiple of 16 or 32, and removes the padding afterwards (quantization_padding
    // in experts.py).
    const bool fills = m_op.fp8 != Fp8Recipe::None;
    Value hidden = copied(copied(copied(sent, slots, parts > 1), slots, m_op.count > 1), slots, fills);
    const std::int64_t inner = m_op.firstProducts() * m_op.intermediate;
    Weight first = grouped("gate_up.weight", {m_op.width, inner, m_op.count});
    if (m_op.biased) { // added by the product
        first.gradients.push_back(biasBytes("gate_up.bias"));
    }
    hidden = m_math.product(hidden, slots * inner, first);
    if (m_op.gate == ExpertGate::ClampedPairs) {
        hidden = clamped(hidden);
    }
    // WeightedSwiGLUFunction (fused_bias_swiglu.py) and WeightedQuickGeGLUFunction (fused_bias_geglu.py) in
    // megatron/core/fusions.
    Derivative opened {{hidden, weights}};
    opened.again = m_op.recomputed_in_backward;
    hidden = m.tape.apply({hidden, weights}, slots * m_op.intermediate, hidden.type, opened);
    Weight last = grouped("down.weight", {m_op.intermediate, m_op.width, m_op.count});
    last.keeps_input = m_op.recomputed_in_backward;
    hidden = m_math.product(hidden, slots * m_op.width, last);
    if (m_op.biased) {
        hidden = withBiases(hidden, weights);
    }
    hidden = copied(copied(hidden, slots, fills), slots, m_op.count > 1);
    hidden = copied(hidden, own_slots, parts > 1);
    hidden = copied(hidden, own_slots, m_op.ranks > 1);
    return m.tape.apply({hidden}, in().elements, in().type, {});
}

// Follows TokenChoiceTopKRouter in torchtitan/models/moe/moe.py.
Value ExpertWriter::chosen(std::int64_t tokens)
{
    const std::int64_t all = m_op.count * m_op.ranks;
    const std::int64_t rows = tokens * m_op.active;
    const Value logits = m_math.product(in(), tokens * all, router());
    Derivative kept;
    kept.saves_result = true;
    const Value scores = m.tape.apply({m.tape.apply({logits}, tokens * all, NumberType::Fp32, {})}, tokens * all,
                                      NumberType::Fp32, kept);
    Derivative taken;
    taken.extra = rows * bytesOfAnIndex;
    Value weights = m.tape.apply({scores}, rows, NumberType::Fp32, taken);
    if (m_op.normalised) {
        const Value sums = m.tape.apply({weights}, tokens, NumberType::Fp32, {});
        weights = m.tape.apply({weights, sums}, rows, NumberType::Fp32, {{weights, sums}});
    }
    return m_math.scaled(weights);
}

// Follows torchtitan/models/moe/moe.py (MoE, GroupedExperts) and utils.py: the layer's function keeps references to its
// input rows and the experts' output until it returns. To pad each expert's rows, they are first concatenated with an
// empty row. Ranks that share the experts exchange rows before and after (ExpertParallel in
// torchtitan/distributed/expert_parallel.py).
Value ExpertWriter::indexed()
{
    constexpr std::int64_t alignment = 8; // TOKEN_GROUP_ALIGN_SIZE_M
    const std::int64_t tokens = in().elements / m_op.width;
    const std::int64_t rows = tokens * m_op.active;
    const std::int64_t slots = slotsOf(tokens);
    const std::int64_t filled = (slots + m_op.count * alignment + alignment - 1) / alignment * alignment;
    const NumberType type = in().type;
    const auto sent = [&](const Value& all, std::int64_t count) {
        return m_op.ranks > 1 ? m.tape.apply({all}, count * m_op.width, type, {}) : all;
    };
    const Value weights = chosen(tokens);
    Derivative by_number;
    by_number.extra = 2 * rows * bytesOfAnIndex; // indices of the sorted rows and of their tokens
    const Value own = m.tape.apply({in()}, rows * m_op.width, type, by_number);
    Derivative joined;
    joined.passes = true;
    Derivative placed;
    placed.extra = filled * bytesOfAnIndex;
    Value hidden = m.tape.apply({sent(own, slots)}, (slots + 1) * m_op.width, type, joined);
    hidden = m.tape.apply({hidden}, filled * m_op.width, type, placed);
    hidden = m_op.biased ? indexedBiased(std::exchange(hidden, Value()), filled, slots)
                         : indexedProducts(std::exchange(hidden, Value()), filled);
    hidden = m.tape.apply({hidden}, (slots + 1) * m_op.width, type, {});
    const Value given = sent(m.tape.view(std::exchange(hidden, Value()), slots * m_op.width, true), rows);
    const Value unsorted = m.tape.apply({given}, rows * m_op.width, type, {});
    Value wide = m.tape.apply({unsorted}, rows * m_op.width, NumberType::Fp32, {});
    Value sums = m.tape.apply({weights, wide}, in().elements, NumberType::Fp32, {{weights, wide}});
    wide = Value();
    Derivative narrowed;
    narrowed.before_rerun = true;
    return m.tape.apply({std::exchange(sums, Value())}, in().elements, type, narrowed);
}

Value ExpertWriter::indexedProducts(Value hidden, std::int64_t filled)
{
    const std::int64_t inner = filled * m_op.intermediate;
    const Weight half = weight("gate_up.weight", {m_op.width, m_op.intermediate, m_op.count});
    const Value gate = m_math.activation(m_math.product(hidden, inner, half), m_op.activation, false);
    const Value up = m_math.product(std::exchange(hidden, Value()), inner, half);
    const Value open = m.tape.apply({gate, up}, inner, gate.type, {{gate, up}});
    return m_math.product(open, filled * m_op.width,
                          weight("down.weight", {m_op.intermediate, m_op.width, m_op.count}));
}

// Follows _run_experts_grouped_mm in torchtitan/models/gpt_oss/model/moe.py: each row has a copy of its expert's bias,
// padded with zeros; the function keeps references to these until it returns.
Value ExpertWriter::indexedBiased(Value hidden, std::int64_t filled, std::int64_t slots)
{
    const std::int64_t inner = 2 * m_op.intermediate;
    const NumberType type = hidden.type;
    const auto rowsOf = [&](const char* name, std::int64_t width) {
        Derivative repeated;
        repeated.extra = slots * bytesOfAnIndex;
        if (learns(name)) {
            repeated.parameters.push_back(biasBytes(name));
        }
        return m.tape.apply({}, slots * width, type, repeated);
    };
    const auto filledUp = [&](const Value& rows, std::int64_t width) {
        const Value zeros = m.tape.constant((filled - slots) * width, type);
        Derivative joined;
        joined.passes = true;
        return m.tape.apply({rows}, filled * width, type, joined);
    };
    Value wide = m_math.product(std::exchange(hidden, Value()), filled * inner,
                                weight("gate_up.weight", {m_op.width, inner, m_op.count}));
    const Value first = filledUp(rowsOf("gate_up.bias", inner), inner);
    wide = m_math.sum(wide, first);
    const Value open = between(std::exchange(wide, Value()));
    const Value result =
        m_math.product(open, filled * m_op.width, weight("down.weight", {m_op.intermediate, m_op.width, m_op.count}));
    const Value rows = rowsOf("down.bias", m_op.width);
    const Value last = filledUp(rows, m_op.width);
    return m_math.sum(result, last);
}

// Follows TEGroupedMLP._apply_bias in megatron/core/transformer/moe/experts.py: rows split by expert, summed in the
// type of the weights if that is wider, concatenated, and cast back.
Value ExpertWriter::withBiases(const Value& hidden, const Value& weights)
{
    Derivative summed;
    const NumberType type = wider(hidden, weights);
    summed.temporary = hidden.elements / m_op.count * bytesOf(type); // one expert at a time
    if (learns("down.bias")) {
        summed.parameters.push_back(biasBytes("down.bias"));
    }
    Value sums =
        m.tape.apply({m.tape.parts(hidden, {hidden.elements}).front(), weights}, hidden.elements, type, summed);
    Derivative joined;
    joined.passes = true;
    const Value all = m.tape.apply({std::exchange(sums, Value())}, hidden.elements, type, joined);
    return type == hidden.type ? all : m.tape.apply({all}, hidden.elements, hidden.type, {});
}

// Follows megatron/core/transformer/moe/router.py and moe_utils.py (topk_routing_with_score_function): a product that
// saves its input uncast, whatever type it computes in; scores in fp32; indices of the chosen experts.
Value ExpertWriter::mapped(const Value& tokens)
{
    const std::int64_t count = tokens.elements / m_op.width;
    const std::int64_t all = m_op.count * m_op.ranks;
    const Weight gate_weight = router();
    const NumberType type = m_op.wide_router ? NumberType::Fp32 : tokens.type;
    Derivative gate;
    gate.product = true;
    gate.arithmetic = Elementary::shapeOf(count * all, gate_weight.sides);
    gate.weight = gate_weight.learns;
    gate.parameters = gate_weight.gradients;
    if (gate_weight.learns) {
        gate.saved = {tokens};
        gate.temporary = type == tokens.type ? 0 : tokens.elements * bytesOf(type);
    }
    const Value logits = m.tape.apply({tokens}, count * all, type, gate);
    // Only scores of the chosen experts if a softmax normalizes their weights.
    const bool of_chosen =
        m_op.score == RouterScore::ChosenSoftmax || (m_op.score == RouterScore::Softmax && m_op.normalised);
    Derivative chosen;
    chosen.saves_result = true;
    chosen.extra = count * m_op.active * bytesOfAnIndex;
    const Value scores = m.tape.apply({logits}, count * (of_chosen ? m_op.active : all), NumberType::Fp32, chosen);
    // A number and a flag for each expert, and the destination of its row (Transformer Engine: two numbers per expert,
    // and a count).
    Derivative spread;
    spread.saves_result = true;
    spread.extra = count * (all + (2 * all + 1) * 4);
    return m.tape.apply({scores}, count * all, type, spread);
}

}

Value writeExperts(const Experts& op, OperatorScene& scene)
{
    return ExpertWriter(op, scene).write();
}

}
