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

// Of a result of so many elements.
ProductShape Elementary::shapeOf(std::int64_t elements, const ProductSides& sides)
{
    const auto groups = static_cast<double>(sides.groups);
    const auto out = static_cast<double>(sides.out);
    return {groups, static_cast<double>(elements) / groups / out, out, static_cast<double>(sides.in)};
}

// Transformer Engine (transformer_engine/pytorch/module/linear.py) saves a columnwise copy of the input, or a rowwise
// copy of the rank's own tokens, which it gathers again. The backward pass copies the output gradient in both orders.
Value Elementary::narrow(const Value& input, std::int64_t elements, const Weight& weight, Derivative& how)
{
    constexpr double moved = 4; // bytes of a number: two are read, two copies written
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
        how.temporary += weight.learns ? cast.bytes() : 0; // the weight's gradient before it is cast
    }
    how.arithmetic = shapeOf(elements, weight.sides);
    const Value copy = weight.fp8 == Fp8Recipe::None ? Value() : narrow(own, elements, weight, how);
    how.parameters = weight.gradients;
    if (weight.accumulates && weight.learns) {
        how.accumulates = true;
        // What autograd is given in its place has its size.
        how.parameters.erase(how.parameters.begin());
        how.temporary += weight.placeholder ? 0 : weight.gradients.front();
    }
    how.product = true;
    how.stored = weight.stored;
    how.again = weight.again;
    how.weight = weight.learns;
    return m_tape.apply({own}, elements, own.type, how);
}

// x / root of the mean square, by single operations; the weight in the parameters' type. A product with what is the
// same for many numbers is differentiated by three operations: its gradient times each factor, and a sum.
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
        how.extra = input.elements / width * 4; // the factor of each row
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
            how.extra = input.bytes(); // a copy of what was there
        }
        return m_tape.applyInPlace({input}, how);
    }
    switch (kind) {
    case Activation::SquaredRelu:
        return unary(unary(input, true), false);
    case Activation::GeluNew: {
        const Value half = scaled(input);
        Value inner = unary(input, false); // the cube
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

// The mask is kept: as numbers of the input's type on the CPU, as one byte each on CUDA.
Value Elementary::dropout(const Value& input, bool in_place, DeviceKind device)
{
    Derivative how;
    how.extra = input.elements * (device == DeviceKind::Cuda ? 1 : bytesOf(input.type));
    return in_place ? m_tape.applyInPlace({input}, how) : m_tape.apply({input}, input.elements, input.type, how);
}

}
