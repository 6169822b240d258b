// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/prior/tape.h"
#include "core/hardware/cluster.h"
#include "core/model/operators.h"

namespace stagecraft::prior {

inline constexpr std::int64_t bytesOfAnIndex = 8;

// Sizes of the weight of a grouped product, each group on a part of the input and the result.
struct ProductSides {
    std::int64_t in = 1; // per group
    std::int64_t out = 1;
    std::int64_t groups = 1;

    std::int64_t count() const { return in * out * groups; }
};

// Weight of a product and its options: sizes, trainability, and bytes of all gradients computed with it.
struct Weight {
    ProductSides sides {};
    bool learns = true;
    std::vector<std::int64_t> gradients {};
    // Tensor saved in place of the input and from which the backward pass gathers the input again, as in Linear; null:
    // the input itself.
    const Value* kept = nullptr;
    bool accumulates = false;
    bool placeholder = false;
    bool stored = false;
    bool again = false; // Derivative::again
    Fp8Recipe fp8 = Fp8Recipe::None;
    bool keeps_input = false;
};

// Options of a norm: how it applies its weight and computes its factor.
struct NormMath {
    bool wide = false; // the weight multiplies in fp32
    bool powered = false; // computes the factor as a power, which saves its input as well as its result
    bool fused = false; // a single kernel
    bool again = false; // Derivative::again of that kernel
};

// Records operations that several operators share, as libtorch runs them.
class Elementary {
public:
    Elementary(Tape& tape, Precision precision) : m_tape(tape), m_precision(precision) {}

    // Returns the shape of a product whose result has `elements` elements.
    static ProductShape shapeOf(std::int64_t elements, const ProductSides& sides);
    // Records a matrix product or convolution; under autocast, input and weight are cast.
    Value product(const Value& input, std::int64_t elements, const Weight& weight);
    // wide() casts to fp32 if wanted and necessary, low() to the low type of autocast.
    Value wide(const Value& input, bool wanted);
    Value low(const Value& input);
    Value scaled(const Value& input) { return m_tape.apply({input}, input.elements, input.type, {}); }
    Value sum(const Value& a, const Value& b);
    // normed() records x / root mean square in fp32; rmsNorm() multiplies it by the weight.
    Value normed(const Value& input, std::int64_t width, bool powered);
    Value rmsNorm(const Value& input, std::int64_t width, const std::vector<std::int64_t>& gradients,
                  const NormMath& math);
    Value activation(const Value& input, Activation kind, bool in_place);
    Value dropout(const Value& input, bool in_place, DeviceKind device);

private:
    // Changes `how` to the derivative of an FP8 product. Returns the FP8 copy of the input.
    Value narrow(const Value& input, std::int64_t elements, const Weight& weight, Derivative& how);
    Value multiplied(const Value& a, const Value& b) { return m_tape.apply({a, b}, a.elements, a.type, {{a, b}}); }
    // Saves its result if `saves_result`, else its input.
    Value unary(const Value& input, bool saves_result);

    Tape& m_tape;
    Precision m_precision;
};

}
