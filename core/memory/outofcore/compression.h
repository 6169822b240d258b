// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/memory/outofcore/block.h"

#include <array>
#include <optional>
#include <string_view>

// Activations that are compressed: where they cross boundaries (traffic only), or while they wait for the backward pass
// (memory too). The classes are those of Bian et al. 2023, "Does compressing activations help model parallel
// training?".
namespace stagecraft {

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

// Bytes after compression, rounded up (derived from the formats): quantised values of `bits` and two values a group;
// Top-K values with an index of four bytes each; Random-K values alone, whose indices follow from a seed of eight
// bytes; c of h values.
Bytes compressedBytes(const Compressor& compressor, Bytes bytes);
// Before over after.
double compressionRatio(const Compressor& compressor, Bytes bytes);

// What codecs run on. Measured rates, of bytes before compression, go before the model.
struct CodecDevice {
    BytesPerSecond memory;
    FlopsPerSecond products; // auto-encoders are products of matrices
    std::optional<BytesPerSecond> encoding {};
    std::optional<BytesPerSecond> decoding {};

    friend bool operator==(const CodecDevice&, const CodecDevice&) = default;
};

struct CodecTime {
    Seconds encode;
    Seconds decode;

    friend bool operator==(const CodecTime&, const CodecTime&) = default;
};

// By what is read and written (derived). Quantise: read for the range, then for the values. Top-K: read by each of four
// passes of a radix selection over digits of 4 of 16 bits, then gathered; Random-K: gathered; either is scattered into
// zeros. Auto-encoder: a product of h by c for each row, beside its reading and writing.
CodecTime codecTime(const Compressor& compressor, Bytes bytes, const CodecDevice& device);

// What compression may do to accuracy: never nothing, and never known beforehand.
enum class AccuracyWarning { None, Rounding, Dropping, Learned };

template <>
inline constexpr auto enumNames<AccuracyWarning> = std::array {
    std::pair {AccuracyWarning::None, std::string_view("none")},
    std::pair {AccuracyWarning::Rounding, std::string_view("rounding")},
    std::pair {AccuracyWarning::Dropping, std::string_view("dropping")},
    std::pair {AccuracyWarning::Learned, std::string_view("learned")},
};

AccuracyWarning accuracyWarning(const Compressor& compressor);
// In English, for people; empty for None.
std::string_view warningText(AccuracyWarning warning);

// A boundary on its way, activations forward or gradients backward.
struct CompressedTraffic {
    Bytes bytes;
    CodecTime codec;
};
CompressedTraffic compressedTraffic(const Compressor& compressor, Bytes boundary, const CodecDevice& device);

// Blocks whose stashes wait compressed: encoded in forward, decoded in backward. What is recomputed from, and what
// crosses boundaries, stays as it is.
std::vector<OutOfCoreBlock> withCompressedStashes(std::vector<OutOfCoreBlock> blocks, const Compressor& compressor,
                                                  const CodecDevice& device);

}
