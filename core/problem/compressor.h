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

// Methods of activation compression (the classes of Bian et al. 2023, "Does compressing activations help model parallel
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
    int bits = 8; // Quantise: bits per value
    std::int64_t group = 0; // Quantise: values that share a scale and an offset; 0: the whole tensor
    double fraction = 0.1; // Top-K, Random-K: fraction of values kept
    std::int64_t width = 1; // AutoEncoder: hidden size h before encoding
    std::int64_t code = 1; // AutoEncoder: code size c
    std::int64_t value_bytes = 2; // bytes per uncompressed value

    friend bool operator==(const Compressor&, const Compressor&) = default;
};

// Returns "none", "quantise:8", "quantise:4/128" (bits, values per group), "top-k:0.1", "random-k:0.1" or
// "auto-encoder:1024/100" (hidden size, code size). Omits `value_bytes`.
std::string compressorText(const Compressor& compressor);
// Parses the text of compressorText(). Empty if the text is malformed or a number is out of range (1 to 16 bits,
// fractions above 0 and up to 1, a code no wider than the hidden size).
std::optional<Compressor> parseCompressor(std::string_view text);

}
