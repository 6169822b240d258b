// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/names.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>

namespace stagecraft {

// FP8 scaling recipe of matrix products, by the names of Megatron-Core's --fp8-recipe: one scale per tensor, from the
// maxima of earlier steps (Delayed) or from its own maximum (Tensorwise); one per 128 values of activations and per 128
// x 128 block of weights (Blockwise); one of 8 bits per 32 values (Mxfp8: OCP Microscaling Formats).
enum class Fp8Recipe : std::uint8_t { None, Delayed, Tensorwise, Blockwise, Mxfp8 };

template <>
inline constexpr auto enumNames<Fp8Recipe> = std::array {
    std::pair {Fp8Recipe::None, std::string_view("none")},
    std::pair {Fp8Recipe::Delayed, std::string_view("delayed")},
    std::pair {Fp8Recipe::Tensorwise, std::string_view("tensorwise")},
    std::pair {Fp8Recipe::Blockwise, std::string_view("blockwise")},
    std::pair {Fp8Recipe::Mxfp8, std::string_view("mxfp8")},
};

// Bytes of one copy of an FP8 tensor, rowwise or columnwise, with its scales.
constexpr std::int64_t fp8Bytes(Fp8Recipe scaling, std::int64_t elements, bool weight = false)
{
    switch (scaling) {
    case Fp8Recipe::Mxfp8:
        return elements + elements / 32;
    case Fp8Recipe::Blockwise:
        return elements + (weight ? elements / (128 * 128) : elements / 128) * 4;
    case Fp8Recipe::None:
    case Fp8Recipe::Delayed:
    case Fp8Recipe::Tensorwise:
        break;
    }
    return elements;
}

}
