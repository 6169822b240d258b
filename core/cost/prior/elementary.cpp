// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/prior/elementary.h"

#include <algorithm>

namespace stagecraft::prior {

Value Elementary::unary(const Value& input, bool saves_result)
{
    Derivative how;
    how.saves_result = saves_result;
    if (!saves_result) {
        how.saved = {input};
    }
    return m_tape.apply({input}, input.elements, input.type, how);
}

Value Elementary::sum(const Value& a, const Value& b)
{
    Derivative how;
    how.passes = true;
    return m_tape.apply({a, b}, std::max(a.elements, b.elements), a.type, how);
}

Value Elementary::wide(const Value& input, bool wanted)
{
    return wanted && input.type != NumberType::Fp32 ? m_tape.apply({input}, input.elements, NumberType::Fp32, {})
                                                    : input;
}

Value Elementary::low(const Value& input)
{
    return m_precision == Precision::Bf16Autocast && input.type == NumberType::Fp32
        ? m_tape.apply({input}, input.elements, NumberType::Bf16, {})
        : input;
}

ProductShape Elementary::shapeOf(std::int64_t elements, const ProductSides& sides)
{
    const auto groups = static_cast<double>(sides.groups);
    const auto out = static_cast<double>(sides.out);
    return {groups, static_cast<double>(elements) / groups / out, out, static_cast<double>(sides.in)};
}

// Saves an FP8 copy as Transformer Engine does (transformer_engine/pytorch/module/linear.py): a columnwise copy of the
// input, or a rowwise copy of the rank's tokens, which it gathers again. The backward pass copies the output gradient
// in both orders.
Value Elementary::narrow(const Value& input, std::int64_t elements, const Weight& weight, Derivative& how)
{
    constexpr double moved = 4; // bytes per number: two read, two copies written
    const bool gathers = weight.kept != nullptr;
    const Value& own = gathers ? *weight.kept : input;
    Derivative narrowed;
    narrowed.bytes = fp8Bytes(weight.fp8, own.elements);
    narrowed.traffic = moved * static_cast<double>(own.elements);
    const Value copy = m_tape.apply({}, own.elements, input.type, narrowed);
    if (weight.learns && !weight.keeps_input) {
        how.saved.front() = copy;
    }
    how.temporary = gathers ? fp8Bytes(weight.fp8, input.elements) : 0;
    how.temporary += 2 * fp8Bytes(weight.fp8, elements);
    how.copied_back = moved * static_cast<double>(elements);
    std::get<ProductShape>(how.arithmetic).fp8 = true;
    return copy;
}

Value Elementary::product(const Value& input, std::int64_t elements, const Weight& weight)
{
    const Value own = low(input);
    Derivative how;
    if (weight.learns) {
        how.saved.push_back(weight.kept != nullptr ? *weight.kept : own);
        how.temporary = weight.kept != nullptr ? own.bytes() : 0;
    }
    if (m_precision == Precision::Bf16Autocast) {
        const Value cast = m_tape.cached(weight.sides.count(), NumberType::Bf16);
        if (input.learns()) {
            how.saved.push_back(cast);
        }
        how.temporary += weight.learns ? cast.bytes() : 0; // weight gradient before the cast
    }
    how.arithmetic = shapeOf(elements, weight.sides);
    const Value copy = weight.fp8 == Fp8Recipe::None ? Value() : narrow(own, elements, weight, how);
    how.parameters = weight.gradients;
    if (weight.accumulates && weight.learns) {
        how.accumulates = true;
        // Autograd gets a tensor of the same size in its place.
        how.parameters.erase(how.parameters.begin());
        how.temporary += weight.placeholder ? 0 : weight.gradients.front();
    }
    how.product = true;
    how.stored = weight.stored;
    how.again = weight.again;
    how.weight = weight.learns;
    return m_tape.apply({own}, elements, own.type, how);
}

// Records x / root mean square as elementary operations; the weight has the parameters' type. The backward of a product
// with a broadcast factor has three operations: the gradient times each factor, and a sum.
Value Elementary::normed(const Value& input, std::int64_t width, bool powered)
{
    const Value own = wide(input, true);
    const std::int64_t rows = own.elements / width;
    Derivative squares {{own}};
    squares.times = 3;
    Value factor = m_tape.apply({own}, own.elements, own.type, squares);
    Derivative mean;
    mean.times = 2;
    factor = m_tape.apply({factor}, rows, NumberType::Fp32, mean);
    factor = m_tape.apply({factor}, rows, NumberType::Fp32, {});
    factor = unary(factor, !powered);
    Derivative scaled {{own, factor}};
    scaled.times = 3;
    return m_tape.apply({own, factor}, own.elements, NumberType::Fp32, scaled);
}

Value Elementary::rmsNorm(const Value& input, std::int64_t width, const std::vector<std::int64_t>& gradients,
                          const NormMath& math)
{
    if (math.fused) {
        Derivative how {{input}};
        how.extra = input.elements / width * 4; // one factor per row, fp32
        how.again = math.again;
        how.parameters = gradients;
        return m_tape.apply({input}, input.elements, input.type, how);
    }
    Value normed = this->normed(input, width, math.powered);
    if (!math.wide && m_precision != Precision::Bf16Autocast && input.type != NumberType::Fp32) {
        normed = m_tape.apply({normed}, normed.elements, input.type, {});
    }
    Derivative how {{normed}};
    how.times = gradients.empty() ? 1 : 3;
    how.parameters = gradients;
    Value result = m_tape.apply({normed}, normed.elements, normed.type, how);
    return math.wide && input.type != NumberType::Fp32 ? m_tape.apply({result}, result.elements, input.type, {})
                                                       : result;
}

Value Elementary::activation(const Value& input, Activation kind, bool in_place)
{
    if (in_place) {
        Derivative how;
        if (kind == Activation::Relu) {
            how.saved = {input};
        } else {
            how.extra = input.bytes(); // a copy of the overwritten input
        }
        return m_tape.applyInPlace({input}, how);
    }
    switch (kind) {
    case Activation::SquaredRelu:
        return unary(unary(input, true), false);
    case Activation::GeluNew: {
        const Value half = scaled(input);
        Value inner = unary(input, false); // cube of the input
        inner = scaled(inner);
        inner = sum(input, inner);
        inner = scaled(inner);
        inner = unary(inner, true);
        inner = sum(inner, Value());
        return multiplied(half, inner);
    }
    case Activation::GeluFast: {
        const Value half = scaled(input);
        const Value wider = scaled(input);
        Value inner = scaled(input);
        inner = multiplied(inner, input);
        inner = sum(inner, Value());
        inner = multiplied(wider, inner);
        inner = unary(inner, true);
        inner = sum(inner, Value());
        return multiplied(half, inner);
    }
    case Activation::QuickGelu: {
        Value inner = scaled(input);
        inner = unary(inner, true);
        return multiplied(input, inner);
    }
    case Activation::Relu:
    case Activation::Sigmoid:
    case Activation::Tanh:
        return unary(input, true);
    case Activation::Gelu:
    case Activation::GeluTanh:
    case Activation::LeakyRelu:
    case Activation::Silu:
        break;
    }
    return unary(input, false);
}

// Saves the mask: numbers of the input's type on the CPU, one byte each on CUDA.
Value Elementary::dropout(const Value& input, bool in_place, DeviceKind device)
{
    Derivative how;
    how.extra = input.elements * (device == DeviceKind::Cuda ? 1 : bytesOf(input.type));
    return in_place ? m_tape.applyInPlace({input}, how) : m_tape.apply({input}, input.elements, input.type, how);
}

}
