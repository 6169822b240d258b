// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/cluster.h"
#include "core/problem/compressor.h"
#include "core/problem/precision.h"

#include <optional>
#include <string>
#include <string_view>

// Compression of activations: at boundaries (traffic only), or while they are saved for the backward pass (memory too).
// The classes are those of Bian et al. 2023, "Does compressing activations help model parallel training?".
namespace stagecraft {

// Returns the compressor with the value size of activations in this precision.
Compressor compressorFor(Compressor compressor, Precision precision);

// Returns the bytes after compression, rounded up (derived from the formats): quantized values of `bits` and two values
// per group; Top-K values with an index of four bytes each; Random-K values alone, whose indices follow from a seed of
// eight bytes; c of h values for auto-encoders.
Bytes compressedBytes(const Compressor& compressor, Bytes bytes);
// True if large tensors get smaller: quantized values have fewer bits than before, Top-K's indices do not outweigh the
// dropped values, a code is narrower.
bool makesSmaller(const Compressor& compressor);
// Bytes before divided by bytes after compression.
double compressionRatio(const Compressor& compressor, Bytes bytes);

// Device rates of codecs. Measured rates (uncompressed bytes per second) take precedence over the model.
struct CodecDevice {
    BytesPerSecond memory;
    FlopsPerSecond products; // auto-encoders are matrix multiplications
    std::optional<BytesPerSecond> encoding {};
    std::optional<BytesPerSecond> decoding {};

    friend bool operator==(const CodecDevice&, const CodecDevice&) = default;
};

// Returns the rates of a device type; empty if its memory bandwidth is unknown. If its peak is unknown, the matrix
// multiplications of auto-encoders count as free.
std::optional<CodecDevice> codecDevice(const DeviceType& device, Precision precision);

struct CodecTime {
    Seconds encode;
    Seconds decode;

    friend bool operator==(const CodecTime&, const CodecTime&) = default;
};

// Computes the codec time from the bytes read and written (derived).
// - Quantize: reads once for the range and once for the values.
// - Top-K: each of the four passes of a radix selection reads the tensor (digits of 4 of 16 bits), then a gather;
//   Random-K: a gather; decoding of both scatters into zeros.
// - Auto-encoder: a product of h by c per row, besides reading and writing.
CodecTime codecTime(const Compressor& compressor, Bytes bytes, const CodecDevice& device);

// Possible effect of compression on accuracy, which is never known beforehand.
enum class AccuracyWarning { None, Rounding, Dropping, Learned };

template <>
inline constexpr auto enumNames<AccuracyWarning> = std::array {
    std::pair {AccuracyWarning::None, std::string_view("none")},
    std::pair {AccuracyWarning::Rounding, std::string_view("rounding")},
    std::pair {AccuracyWarning::Dropping, std::string_view("dropping")},
    std::pair {AccuracyWarning::Learned, std::string_view("learned")},
};

AccuracyWarning accuracyWarning(const Compressor& compressor);
// Message for the user; empty for AccuracyWarning::None.
Message warningOf(const Compressor& compressor);

// Compressed transfer of a boundary (activations forward, gradients backward) or storage of saved activations. Data
// that compression would not shrink stays uncompressed.
struct CompressedTraffic {
    Bytes bytes;
    CodecTime codec;
};
CompressedTraffic compressedTraffic(const Compressor& compressor, Bytes boundary, const CodecDevice& device);

}
