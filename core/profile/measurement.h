// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/cluster.h"
#include "core/model/layer.h"
#include "core/problem/problem.h"

#include <cstdint>
#include <string>
#include <vector>

namespace stagecraft {

// The device that measured: the same name and torch version give the same numbers.
struct MeasuredDevice {
    DeviceKind kind = DeviceKind::Cpu;
    std::string name; // "Intel(R) Xeon(R) ..." or "NVIDIA H200"
    Bytes memory;
    std::string software; // "libtorch 2.11.0"
    std::string driver; // CUDA driver version, empty on the CPU
    int threads = 0; // CPU threads used

    friend bool operator==(const MeasuredDevice&, const MeasuredDevice&) = default;
};

// True if both give the same numbers: kind, name, software and threads agree; memory and driver may differ.
bool measureAlike(const MeasuredDevice& a, const MeasuredDevice& b);

// Where a layer is measured. Equal layers share a point: a 96-block GPT has three. `input`: the shape of one sample of
// what the layer takes.
struct ProfilePoint {
    LayerSpec spec;
    std::vector<std::int64_t> input;
    std::int64_t micro_batch = 1;
    std::int64_t sequence = 0;
    int tensor = 1;
    Precision precision = Precision::Fp32;
    AttentionKind attention = AttentionKind::Sdpa;
    OptimizerKind optimizer = OptimizerKind::AdamW;

    friend bool operator==(const ProfilePoint&, const ProfilePoint&) = default;
};

// The point of each layer of a model at a workload's sequence, precision, attention and optimizer.
// Errors: LayerMismatch where the model cannot take the sequence.
Result<std::vector<ProfilePoint>> chainPoints(const Model& model, const Workload& workload, std::int64_t micro_batch);

// Unique text of a point (signature and all coordinates): the key under which a measurement is stored.
// Attention is left out for layers that have none, so that they are measured once.
std::string pointKey(const ProfilePoint& point);

enum class MeasurementStatus { Done, OutOfMemory, Failed };

template <>
inline constexpr auto enumNames<MeasurementStatus> = std::array {
    std::pair {MeasurementStatus::Done, std::string_view("done")},
    std::pair {MeasurementStatus::OutOfMemory, std::string_view("out_of_memory")},
    std::pair {MeasurementStatus::Failed, std::string_view("failed")},
};

// Median and spread (half the difference of the quartiles) over `repeats` runs.
struct Timing {
    Seconds median;
    Seconds spread;

    friend bool operator==(const Timing&, const Timing&) = default;
};

// The memory of a layer run alone (reference: the ledger in docs/architecture.md). A peak counts from the start of its
// phase, when inputs (and for the owned variants the output's gradient) are already alive.
struct LayerMemory {
    Bytes parameters;
    Bytes buffers;
    Bytes optimizer_state;
    Bytes saved; // alive after forward once the references to input and output are dropped, without the input
    Bytes context; // kept too, but made once for all layers of a stage: tables of rotary positions
    Bytes input;
    Bytes output;
    Bytes input_gradient;
    Bytes gradients; // of parameters
    bool keeps_input = false; // the layer's graph holds its input
    bool keeps_output = false; // the layer's graph holds its output; `saved` then contains it
    Bytes forward_peak;
    Bytes backward_peak; // first backward of a step: gradients appear; the output's gradient is made inside and freed
                         // once used
    Bytes accumulate_peak; // later backward: gradients exist already
    Bytes owned_backward_peak; // the same two with the output's gradient owned by a receive buffer
    Bytes owned_accumulate_peak;
    Bytes optimizer_peak; // temporaries of the optimizer step

    friend bool operator==(const LayerMemory&, const LayerMemory&) = default;
};

// What one run at one point showed. Out of memory is an observation too: `memory` is then empty.
struct Measurement {
    ProfilePoint point;
    MeasuredDevice device;
    MeasurementStatus status = MeasurementStatus::Done;
    std::string message; // why it failed
    LayerMemory memory;
    Timing forward;
    Timing backward;
    Timing optimizer;
    int repeats = 0;
    Bytes allocated_peak; // of the whole run: the layer's state, gradients and activations together
    Bytes reserved_peak; // of the allocator over the whole run; equals the allocated peak on the CPU
    std::string measured_at; // ISO 8601, UTC

    friend bool operator==(const Measurement&, const Measurement&) = default;
};

}
