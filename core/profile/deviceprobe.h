// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/profile/measurement.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stagecraft {

using Hertz = Quantity<struct HertzUnit, double>;

// Number type of a matrix product's factors. Tf32: 32-bit numbers of which the tensor cores read 19 bits.
enum class ProductType { Fp32, Tf32, Bf16, Fp16 };

template <>
inline constexpr auto enumNames<ProductType> = std::array {
    std::pair {ProductType::Fp32, std::string_view("fp32")},
    std::pair {ProductType::Tf32, std::string_view("tf32")},
    std::pair {ProductType::Bf16, std::string_view("bf16")},
    std::pair {ProductType::Fp16, std::string_view("fp16")},
};

// All rates below derive from the median time; their spread is half the interquartile range.

// Rate of an n x n by n x n product, which has 2 n^3 operations.
struct MatrixRate {
    ProductType type = ProductType::Fp32;
    std::int64_t size = 0; // n
    FlopsPerSecond rate;
    FlopsPerSecond spread;

    friend bool operator==(const MatrixRate&, const MatrixRate&) = default;
};

// Rate of reading and writing the device memory as a stream; `moved` counts both.
struct MemoryRate {
    Bytes moved;
    BytesPerSecond rate;
    BytesPerSecond spread;

    friend bool operator==(const MemoryRate&, const MemoryRate&) = default;
};

// Direction of a copy. On the CPU: from one host buffer to another, with one thread per direction.
enum class CopyDirection { ToDevice, FromDevice, BothDirections };

template <>
inline constexpr auto enumNames<CopyDirection> = std::array {
    std::pair {CopyDirection::ToDevice, std::string_view("to_device")},
    std::pair {CopyDirection::FromDevice, std::string_view("from_device")},
    std::pair {CopyDirection::BothDirections, std::string_view("both_ways")},
};

// Copy between pinned host memory and the device. BothDirections: `size` in each direction at once; the rate is the
// sum.
struct CopyRate {
    CopyDirection direction = CopyDirection::ToDevice;
    Bytes size;
    BytesPerSecond rate;
    BytesPerSecond spread;

    friend bool operator==(const CopyRate&, const CopyRate&) = default;
};

// Copy from one device of this machine to another. Not `direct`: through host memory. On the CPU: a message from one
// process to another.
struct DeviceLink {
    int from = 0;
    int to = 0;
    bool direct = false;
    Bytes size;
    BytesPerSecond rate;
    BytesPerSecond spread;
    Seconds latency; // time to copy a few bytes

    friend bool operator==(const DeviceLink&, const DeviceLink&) = default;
};

// All-reduce (sum) of one buffer over `devices` devices; on the CPU, over processes.
struct AllReduceTime {
    int devices = 0;
    Bytes size; // buffer size per device
    Timing time;

    friend bool operator==(const AllReduceTime&, const AllReduceTime&) = default;
};

// Memory that the driver and libraries use on the device before any model does. Empty if unknown or not applicable.
struct FixedBytes {
    std::optional<Bytes> context; // driver context
    std::optional<Bytes> workspace; // workspace of the matrix product library, allocated from libtorch's allocator
    std::optional<Bytes> libraries; // allocated outside of the allocator by the first matrix product
    std::optional<Bytes> collectives; // allocated outside of the allocator by the first all-reduce

    friend bool operator==(const FixedBytes&, const FixedBytes&) = default;
};

struct DeviceClocks {
    std::optional<Hertz> compute; // read immediately after matrix products
    std::optional<Hertz> compute_most;
    std::optional<Hertz> memory_most;

    friend bool operator==(const DeviceClocks&, const DeviceClocks&) = default;
};

// Parts of a probe, in measuring order.
enum class ProbePart { Fixed, Matrix, Memory, Copies, Links, AllReduce };

template <>
inline constexpr auto enumNames<ProbePart> = std::array {
    std::pair {ProbePart::Fixed, std::string_view("fixed")},
    std::pair {ProbePart::Matrix, std::string_view("matrix")},
    std::pair {ProbePart::Memory, std::string_view("memory")},
    std::pair {ProbePart::Copies, std::string_view("copies")},
    std::pair {ProbePart::Links, std::string_view("links")},
    std::pair {ProbePart::AllReduce, std::string_view("all_reduce")},
};

// A part, or some of it, that was not measured, and the reason.
struct ProbeOmission {
    ProbePart part = ProbePart::Fixed;
    Message reason;

    friend bool operator==(const ProbeOmission&, const ProbeOmission&) = default;
};

// Capabilities of a device, independent of any model.
struct DeviceProbe {
    MeasuredDevice device;
    int device_index = 0;
    std::vector<MatrixRate> matrix; // grouped by type, ascending size
    std::vector<MemoryRate> memory; // ascending size
    std::vector<CopyRate> copies; // grouped by direction, ascending size
    std::vector<DeviceLink> links; // grouped by pair; empty on a machine with one GPU
    std::vector<AllReduceTime> all_reduces; // ascending size
    FixedBytes fixed;
    DeviceClocks clocks;
    std::vector<ProbeOmission> left_out;
    Seconds taken; // duration of the probe
    std::string measured_at; // ISO 8601, UTC

    friend bool operator==(const DeviceProbe&, const DeviceProbe&) = default;
};

// Returns the best rate of a type over all sizes. Empty if the type was not measured.
std::optional<FlopsPerSecond> bestRate(const DeviceProbe& probe, ProductType type);

}
