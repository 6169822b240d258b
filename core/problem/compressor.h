// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/names.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace stagecraft {

// Ways to make activations smaller (the classes of Bian et al. 2023, "Does compressing activations help model parallel
// training?").
enum class CompressorKind { None, Quantise, TopK, RandomK, AutoEncoder };

template <>
inline constexpr auto enumNames<CompressorKind> = std::array {
    std::pair {CompressorKind::None, std::string_view("none")},
    std::pair {CompressorKind::Quantise, std::string_view("quantise")},
    std::pair {CompressorKind::TopK, std::string_view("top-k")},
    std::pair {CompressorKind::RandomK, std::string_view("random-k")},
    std::pair {CompressorKind::AutoEncoder, std::string_view("auto-encoder")},
};

struct Compressor {
    CompressorKind kind = CompressorKind::None;
    int bits = 8; // Quantise: of a value
    std::int64_t group = 0; // Quantise: values that share a scale and an offset; 0: the whole tensor
    double fraction = 0.1; // Top-K, Random-K: of the values that are kept
    std::int64_t width = 1; // AutoEncoder: of the hidden size h before it ...
    std::int64_t code = 1; // ... and the code c
    std::int64_t value_bytes = 2; // of a value before

    friend bool operator==(const Compressor&, const Compressor&) = default;
};

// "none", "quantise:8", "quantise:4/128" (bits and values a group), "top-k:0.1", "random-k:0.1",
// "auto-encoder:1024/100" (hidden size and code). Without `value_bytes`.
std::string compressorText(const Compressor& compressor);
// The same backwards; nothing if it is none, or has figures outside what makes sense (1 to 16 bits, shares above 0 and
// up to 1, a code no wider than the hidden size).
std::optional<Compressor> parseCompressor(std::string_view text);

}
