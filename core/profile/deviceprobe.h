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

// What the factors of a matrix product are made of. Tf32: 32-bit numbers, of which the tensor cores read 19 bits.
enum class ProductType { Fp32, Tf32, Bf16, Fp16 };

template <>
inline constexpr auto enumNames<ProductType> = std::array {
    std::pair {ProductType::Fp32, std::string_view("fp32")},
    std::pair {ProductType::Tf32, std::string_view("tf32")},
    std::pair {ProductType::Bf16, std::string_view("bf16")},
    std::pair {ProductType::Fp16, std::string_view("fp16")},
};

// All rates below are of the median time; their spread is half the distance of the quartiles.

// An n x n by n x n product, which has 2 n^3 operations.
struct MatrixRate {
    ProductType type = ProductType::Fp32;
    std::int64_t size = 0; // n
    FlopsPerSecond rate;
    FlopsPerSecond spread;

    friend bool operator==(const MatrixRate&, const MatrixRate&) = default;
};

// The device's memory, read and written as a stream; `moved` counts both.
struct MemoryRate {
    Bytes moved;
    BytesPerSecond rate;
    BytesPerSecond spread;

    friend bool operator==(const MemoryRate&, const MemoryRate&) = default;
};

// On the CPU, from one buffer in the host's memory to another, by one thread each way.
enum class CopyDirection { ToDevice, FromDevice, BothDirections };

template <>
inline constexpr auto enumNames<CopyDirection> = std::array {
    std::pair {CopyDirection::ToDevice, std::string_view("to_device")},
    std::pair {CopyDirection::FromDevice, std::string_view("from_device")},
    std::pair {CopyDirection::BothDirections, std::string_view("both_ways")},
};

// A copy between pinned host memory and the device. Both ways: `size` each way at the same time, the rate is their sum.
struct CopyRate {
    CopyDirection direction = CopyDirection::ToDevice;
    Bytes size;
    BytesPerSecond rate;
    BytesPerSecond spread;

    friend bool operator==(const CopyRate&, const CopyRate&) = default;
};

// A copy from one device of this machine to another. Not `direct`: by way of the host's memory. On the CPU a message
// from one process to another.
struct DeviceLink {
    int from = 0;
    int to = 0;
    bool direct = false;
    Bytes size;
    BytesPerSecond rate;
    BytesPerSecond spread;
    Seconds latency; // of a copy of a few bytes

    friend bool operator==(const DeviceLink&, const DeviceLink&) = default;
};

// The sum of one buffer of each of `devices` devices, in all of them; on the CPU, of processes.
struct AllReduceTime {
    int devices = 0;
    Bytes size; // of the buffer in one device
    Timing time;

    friend bool operator==(const AllReduceTime&, const AllReduceTime&) = default;
};

// What driver and libraries take on the device before a model does. Empty: not known, or not there on such a device.
struct FixedBytes {
    std::optional<Bytes> context; // of the driver
    std::optional<Bytes> workspace; // of the library for matrix products, taken from libtorch's allocator
    std::optional<Bytes> libraries; // taken outside of the allocator by the first matrix product
    std::optional<Bytes> collectives; // taken outside of the allocator by the first all-reduce

    friend bool operator==(const FixedBytes&, const FixedBytes&) = default;
};

struct DeviceClocks {
    std::optional<Hertz> compute; // right behind matrix products
    std::optional<Hertz> compute_most;
    std::optional<Hertz> memory_most;

    friend bool operator==(const DeviceClocks&, const DeviceClocks&) = default;
};

// In the order in which they are measured.
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

// A part, or some of it, that was not measured, and why.
struct ProbeOmission {
    ProbePart part = ProbePart::Fixed;
    Message reason;

    friend bool operator==(const ProbeOmission&, const ProbeOmission&) = default;
};

// What a device can do, whatever the model.
struct DeviceProbe {
    MeasuredDevice device;
    int device_index = 0;
    std::vector<MatrixRate> matrix; // type by type, the smallest size first
    std::vector<MemoryRate> memory; // the smallest first
    std::vector<CopyRate> copies; // way by way, the smallest first
    std::vector<DeviceLink> links; // pair by pair; none on a machine with one GPU
    std::vector<AllReduceTime> all_reduces; // the smallest first
    FixedBytes fixed;
    DeviceClocks clocks;
    std::vector<ProbeOmission> left_out;
    Seconds taken; // by the probe
    std::string measured_at; // ISO 8601, UTC

    friend bool operator==(const DeviceProbe&, const DeviceProbe&) = default;
};

// The best rate of a type over all sizes; nothing where the type was not measured.
std::optional<FlopsPerSecond> bestRate(const DeviceProbe& probe, ProductType type);

}
