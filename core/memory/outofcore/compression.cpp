// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/outofcore/compression.h"

#include "core/words/schedule.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stagecraft {

namespace {

constexpr double indexBytes = 4;
constexpr double seedBytes = 8;
constexpr double selectionPasses = 4; // one per digit of 4 of 16 bits

double values(const Compressor& compressor, Bytes bytes)
{
    return std::ceil(static_cast<double>(bytes.value) / static_cast<double>(compressor.value_bytes));
}

double bytesAfter(const Compressor& compressor, Bytes bytes)
{
    const double count = values(compressor, bytes);
    const auto each = static_cast<double>(compressor.value_bytes);
    switch (compressor.kind) {
    case CompressorKind::None:
        return static_cast<double>(bytes.value);
    case CompressorKind::Quantise: {
        const double groups = compressor.group > 0 ? std::ceil(count / static_cast<double>(compressor.group)) : 1;
        return count * compressor.bits / 8 + groups * 2 * each;
    }
    case CompressorKind::TopK:
        return std::ceil(count * compressor.fraction) * (each + indexBytes);
    case CompressorKind::RandomK:
        return std::ceil(count * compressor.fraction) * each + seedBytes;
    case CompressorKind::AutoEncoder:
        return count * each * static_cast<double>(compressor.code) / static_cast<double>(compressor.width);
    }
    return 0;
}

// Bytes that a codec reads and writes.
struct CodecTraffic {
    double encode = 0;
    double decode = 0;
};

CodecTraffic trafficOf(const Compressor& compressor, double before, double after)
{
    switch (compressor.kind) {
    case CompressorKind::None:
        return {};
    case CompressorKind::Quantise:
        return {2 * before + after, after + before};
    case CompressorKind::TopK:
        return {(selectionPasses + 1) * before + after, after + before};
    case CompressorKind::RandomK:
        return {2 * after, after + before};
    case CompressorKind::AutoEncoder:
        return {before + after, after + before};
    }
    return {};
}

}

Compressor compressorFor(Compressor compressor, Precision precision)
{
    compressor.value_bytes = bytesOf(precision == Precision::Fp32 ? NumberType::Fp32 : NumberType::Bf16);
    return compressor;
}

std::optional<CodecDevice> codecDevice(const DeviceType& device, Precision precision)
{
    if (!device.memory_bandwidth) {
        return std::nullopt;
    }
    const auto& peak = precision == Precision::Fp32 ? device.peak_fp32
        : precision == Precision::Fp16              ? device.peak_fp16
                                                    : device.peak_bf16;
    const double unknown = std::numeric_limits<double>::infinity();
    return CodecDevice {device.memory_bandwidth->value, peak ? peak->value : FlopsPerSecond(unknown)};
}

Bytes compressedBytes(const Compressor& compressor, Bytes bytes)
{
    return bytes == Bytes(0) ? bytes : Bytes(static_cast<std::int64_t>(std::ceil(bytesAfter(compressor, bytes))));
}

bool makesSmaller(const Compressor& compressor)
{
    constexpr double large = 1LL << 40; // bytes spent once per tensor are negligible
    return bytesAfter(compressor, Bytes(static_cast<std::int64_t>(large))) < large * 0.999999;
}

double compressionRatio(const Compressor& compressor, Bytes bytes)
{
    return bytes == Bytes(0) ? 1 : bytes / compressedBytes(compressor, bytes);
}

CodecTime codecTime(const Compressor& compressor, Bytes bytes, const CodecDevice& device)
{
    if (compressor.kind == CompressorKind::None || bytes == Bytes(0)) {
        return {};
    }
    const auto after = static_cast<double>(compressedBytes(compressor, bytes).value);
    const CodecTraffic traffic = trafficOf(compressor, static_cast<double>(bytes.value), after);
    CodecTime time {Seconds(traffic.encode / device.memory.value), Seconds(traffic.decode / device.memory.value)};
    if (compressor.kind == CompressorKind::AutoEncoder) {
        const Flops product(2 * values(compressor, bytes) * static_cast<double>(compressor.code));
        time.encode = std::max(time.encode, product / device.products);
        time.decode = std::max(time.decode, product / device.products);
    }
    if (device.encoding) {
        time.encode = bytes / *device.encoding;
    }
    if (device.decoding) {
        time.decode = bytes / *device.decoding;
    }
    return time;
}

AccuracyWarning accuracyWarning(const Compressor& compressor)
{
    switch (compressor.kind) {
    case CompressorKind::None:
        return AccuracyWarning::None;
    case CompressorKind::Quantise:
        return compressor.bits >= 8 * compressor.value_bytes ? AccuracyWarning::None : AccuracyWarning::Rounding;
    case CompressorKind::TopK:
    case CompressorKind::RandomK:
        return compressor.fraction >= 1 ? AccuracyWarning::None : AccuracyWarning::Dropping;
    case CompressorKind::AutoEncoder:
        return AccuracyWarning::Learned;
    }
    return AccuracyWarning::None;
}

Message warningOf(const Compressor& compressor)
{
    switch (accuracyWarning(compressor)) {
    case AccuracyWarning::None:
        return {};
    case AccuracyWarning::Rounding:
        return words::schedule::values_rounded;
    case AccuracyWarning::Dropping:
        return say(words::schedule::values_dropped, 100 * (1 - compressor.fraction));
    case AccuracyWarning::Learned:
        return words::schedule::encoder_trained;
    }
    return {};
}

CompressedTraffic compressedTraffic(const Compressor& compressor, Bytes boundary, const CodecDevice& device)
{
    const Bytes bytes = compressedBytes(compressor, boundary);
    return bytes < boundary ? CompressedTraffic {bytes, codecTime(compressor, boundary, device)}
                            : CompressedTraffic {boundary, {}};
}

}
