// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/cluster.h"
#include "core/problem/compressor.h"
#include "core/problem/precision.h"

#include <optional>
#include <string>
#include <string_view>

// Activations that are compressed: where they cross boundaries (traffic only), or while they wait for the backward pass
// (memory too). The classes are those of Bian et al. 2023, "Does compressing activations help model parallel
// training?".
namespace stagecraft {

// The same for what a workload of this precision keeps.
Compressor compressorFor(Compressor compressor, Precision precision);

// Bytes after compression, rounded up (derived from the formats): quantised values of `bits` and two values a group;
// Top-K values with an index of four bytes each; Random-K values alone, whose indices follow from a seed of eight
// bytes; c of h values.
Bytes compressedBytes(const Compressor& compressor, Bytes bytes);
// Whether large tensors take fewer bytes with it: quantised values have fewer bits than before, indices beside Top-K's
// values do not outweigh what is dropped, a code is narrower.
bool makesSmaller(const Compressor& compressor);
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

// By the figures of a type of device; nothing where its memory bandwidth is not known. Auto-encoders are told as if
// they were free of products where its peak is not known.
std::optional<CodecDevice> codecDevice(const DeviceType& device, Precision precision);

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
// For people; empty for AccuracyWarning::None.
Message warningOf(const Compressor& compressor);

// A boundary on its way, activations forward or gradients backward, or saved activations that wait. What compression
// would not make smaller stays as it is.
struct CompressedTraffic {
    Bytes bytes;
    CodecTime codec;
};
CompressedTraffic compressedTraffic(const Compressor& compressor, Bytes boundary, const CodecDevice& device);

}
