// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/prior/tape.h"
#include "core/hardware/cluster.h"
#include "core/model/operators.h"

namespace stagecraft::prior {

inline constexpr std::int64_t bytesOfAnIndex = 8;

// Of the weights of products side by side, each of a part of the input and the result.
struct ProductSides {
    std::int64_t in = 1; // of each
    std::int64_t out = 1;
    std::int64_t groups = 1;

    std::int64_t count() const { return in * out * groups; }
};

// What a product is taken with: its numbers, whether they learn, and the bytes of all gradients that come with it.
struct Weight {
    ProductSides sides {};
    bool learns = true;
    std::vector<std::int64_t> gradients {};
    // As of Linear: in place of the input this is kept, from which it is made again; null: the input itself.
    const Value* kept = nullptr;
    bool accumulates = false;
    bool placeholder = false;
    bool stored = false;
    bool again = false; // Derivative::again
    Fp8Recipe fp8 = Fp8Recipe::None;
    bool keeps_input = false;
};

// How a norm's result is multiplied by its weight, and how its factor is made.
struct NormMath {
    bool wide = false; // the weight multiplies in fp32
    bool powered = false; // by a power, which keeps what it takes beside what it gives
    bool fused = false; // by one kernel
    bool again = false; // Derivative::again, of that kernel
};

// Operations that several operators are made of, written down as libtorch runs them.
class Elementary {
public:
    Elementary(Tape& tape, Precision precision) : m_tape(tape), m_precision(precision) {}

    // Of a product whose result has so many elements.
    static ProductShape shapeOf(std::int64_t elements, const ProductSides& sides);
    // A matrix product or convolution: under autocast input and weight are cast.
    Value product(const Value& input, std::int64_t elements, const Weight& weight);
    // Cast to fp32 if wanted and not so already; to the low type of autocast.
    Value wide(const Value& input, bool wanted);
    Value low(const Value& input);
    Value scaled(const Value& input) { return m_tape.apply({input}, input.elements, input.type, {}); }
    Value sum(const Value& a, const Value& b);
    // x / root of the mean square, in fp32; and times the weight.
    Value normed(const Value& input, std::int64_t width, bool powered);
    Value rmsNorm(const Value& input, std::int64_t width, const std::vector<std::int64_t>& gradients,
                  const NormMath& math);
    Value activation(const Value& input, Activation kind, bool in_place);
    Value dropout(const Value& input, bool in_place, DeviceKind device);

private:
    // Makes `how` that of an FP8 product. Returns the FP8 copy of the input.
    Value narrow(const Value& input, std::int64_t elements, const Weight& weight, Derivative& how);
    Value multiplied(const Value& a, const Value& b) { return m_tape.apply({a, b}, a.elements, a.type, {{a, b}}); }
    // Keeps its input, or its result.
    Value unary(const Value& input, bool saves_result);

    Tape& m_tape;
    Precision m_precision;
};

}
