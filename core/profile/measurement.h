// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/cluster.h"
#include "core/model/layer.h"
#include "core/model/shapes.h"
#include "core/model/shards.h"
#include "core/problem/problem.h"
#include "core/profile/allocationtrace.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stagecraft {

// Device of a measurement. The same name and torch version give the same numbers.
struct MeasuredDevice {
    DeviceKind kind = DeviceKind::Cpu;
    std::string name; // "Intel(R) Xeon(R) ..." or "NVIDIA H200"
    Bytes memory;
    std::string software; // "libtorch 2.11.0"
    std::string driver; // CUDA driver version; empty on the CPU, `dryDriver` on a dry device
    int threads = 0; // CPU threads used

    static constexpr std::string_view dryDriver = "dry run";
    // True for a device that computes nothing: its bytes are libtorch's, and it has no times.
    bool isDry() const { return driver == dryDriver; }

    friend bool operator==(const MeasuredDevice&, const MeasuredDevice&) = default;
};

// True if both give the same numbers: kind, name, software and threads agree and both are real or dry. Memory and
// driver may differ.
bool measureIdentically(const MeasuredDevice& a, const MeasuredDevice& b);

// An input of a layer other than the hidden state: a skip connection, an encoder's states, a bias shared by all blocks.
struct SideInput {
    Shape shape; // per sample; of the whole tensor if it is the same for all samples
    bool per_sample = true;
    NumberType type = NumberType::Fp32;
    bool gradient = true;
    bool heads_last = false; // [1, heads, s, s] with the head dimension contiguous in memory

    friend bool operator==(const SideInput&, const SideInput&) = default;
};

// Coordinates of a layer measurement. Equal layers share a point: a 96-block GPT has three.
// A point with two layers, or with more than one micro-batch in flight, is a check: it is run as a whole stage to test
// that single-layer results add up.
struct ProfilePoint {
    LayerSpec spec;
    Shape input; // input shape of the layer for one sample
    std::int64_t micro_batch = 1;
    std::int64_t sequence = 0;
    Sharding sharding {}; // the rank's share that is measured; `spec` is the whole layer
    Precision precision = Precision::Fp32;
    AttentionKind attention = AttentionKind::Sdpa;
    OptimizerKind optimizer = OptimizerKind::AdamW;
    NumberType input_type = NumberType::Fp32; // type of inputs from an earlier layer
    bool input_gradient = true; // an earlier layer is trainable; unused at the beginning of the chain
    bool recompute = false; // only the input is saved; the forward pass runs again before the backward pass
    bool fused_optimizer = false; // the optimizer step needs no temporary memory
    int in_flight = 1; // micro-batches whose forward passes run before the first backward pass
    std::optional<LayerSpec> following {}; // second layer of a pair
    std::vector<SideInput> sides {}; // in the order of the layer's inputs after the first

    bool isCheck() const { return in_flight > 1 || following; }
    friend bool operator==(const ProfilePoint&, const ProfilePoint&) = default;
};

// Returns the input shapes of the point's layer at its micro-batch.
Boundary inputShapes(const ProfilePoint& point);

// True for layers that can be recomputed: all except those that begin or end the chain.
bool recomputable(const LayerSpec& spec);

// Options for running a layer beyond the workload's. Recomputation applies only to recomputable layers.
struct LayerRunOptions {
    Sharding sharding {};
    bool recompute = false;
    FrameworkChoice framework {};
    // Selective recomputation: all operators except those that ExecutionMode::selects_operators saves.
    bool selective = false;

    friend bool operator==(const LayerRunOptions&, const LayerRunOptions&) = default;
};

// Returns the point of each layer of a model at a workload's sequence, precision, attention, optimizer, trainable part
// and dropout. Errors: LayerMismatch if the model cannot take the sequence; those of trainedModel() and shardOf().
Result<std::vector<ProfilePoint>> chainPoints(const Model& model, const Workload& workload, std::int64_t micro_batch,
                                              LayerRunOptions run_options = {});

// Returns one rank's share of a point's layer; the layer itself if it is not sharded. Errors: those of shardOf(),
// OptionUnsupported for layer tables, and for TorchScript layers that would have to be split.
Result<LayerSpec> shardAt(const ProfilePoint& point);

// Return the single-layer point, with one micro-batch in flight, of a pair's second layer and of a check's first layer.
// Errors: those of shardAt(), LayerMismatch.
Result<ProfilePoint> secondOf(const ProfilePoint& pair);
ProfilePoint firstOf(const ProfilePoint& check);

// Describes the non-default options of a point: "tensor-parallel size 2", "with recomputation". Empty if all are
// defaults.
ArgumentList runOptionWords(const ProfilePoint& point);

// Returns the unique text of a point (signature and all coordinates), the key under which a measurement is stored.
// Omits the attention kind for layers without attention, so that they are measured once.
std::string pointKey(const ProfilePoint& point);

// Returns the same without the micro-batch: points with equal text differ in nothing else.
std::string lineKey(ProfilePoint point);

enum class MeasurementStatus { Done, OutOfMemory, Failed };

template <>
inline constexpr auto enumNames<MeasurementStatus> = std::array {
    std::pair {MeasurementStatus::Done, std::string_view("done")},
    std::pair {MeasurementStatus::OutOfMemory, std::string_view("out_of_memory")},
    std::pair {MeasurementStatus::Failed, std::string_view("failed")},
};

// Median and spread (half the interquartile range) over `repeats` runs.
struct Timing {
    Seconds median;
    Seconds spread;

    friend bool operator==(const Timing&, const Timing&) = default;
};

// Reduction of a layer's backward peaks if only its graph owns an input, which is then freed before the pass ends: for
// the first and for a later backward, each also with the output's gradient owned outside.
struct InputRelease {
    Bytes first;
    Bytes later;
    Bytes owned_first;
    Bytes owned_later;

    friend bool operator==(const InputRelease&, const InputRelease&) = default;
};

// One of several input or output tensors of a layer.
struct BoundaryTensor {
    Bytes bytes;
    Bytes gradient; // inputs that the layer computes on: bytes that their gradient keeps alive until it is used
    bool kept = false; // the layer's graph saves it; `saved` includes a kept output
    int passes = -1; // outputs: index of the input that is passed through unchanged; -1 if none
    InputRelease input_release {}; // for kept inputs after the first

    friend bool operator==(const BoundaryTensor&, const BoundaryTensor&) = default;
};

// Memory of a layer run alone (reference: the ledger in docs/architecture.md). A peak counts from the start of its
// phase, when inputs (and for the owned variants the output's gradient) are already alive.
struct LayerMemory {
    Bytes parameters;
    Bytes buffers;
    Bytes optimizer_state;
    Bytes saved; // alive after forward once the references to input and output are dropped, excluding the input
    Bytes context; // kept, too, but made once for all layers of a stage: rotary position tables
    Bytes input;
    Bytes output;
    Bytes input_gradient;
    Bytes gradients; // parameter gradients
    bool keeps_input = false; // the layer's graph saves its input
    bool keeps_output = false; // the layer's graph saves its output; `saved` then contains it
    Bytes cached; // made in forward, alive until the whole stage's forward ends: autocast's parameter copies
    Bytes forward_peak;
    // First backward of a step: allocates gradients; the output's gradient is made inside and freed once used.
    Bytes backward_peak;
    Bytes accumulate_peak; // later backward: gradients already exist
    Bytes owned_backward_peak; // the same two peaks with the output's gradient owned by a receive buffer
    Bytes owned_accumulate_peak;
    // For a single input: an adapter may need it only until the first of its backward operations.
    InputRelease input_release;
    Bytes optimizer_peak; // temporaries of the optimizer step
    Bytes persistent; // made once for all layers of a stage and never freed: gradient placeholders (Linear)
    // Each input and output tensor if there are several; else empty. The figures above are then sums, and the kept
    // flags those of the first tensor.
    std::vector<BoundaryTensor> inputs {};
    std::vector<BoundaryTensor> outputs {};

    friend bool operator==(const LayerMemory&, const LayerMemory&) = default;
};

// Result of one run at one point. Out of memory is a result, too: `memory` is then empty. Checks have only peaks and
// times: times of one micro-batch, and the peak of the step excluding parameters and samples.
struct Measurement {
    ProfilePoint point;
    MeasuredDevice device;
    MeasurementStatus status = MeasurementStatus::Done;
    Message message; // reason of the failure
    Bytes free_memory; // out of memory: free memory at that time, which was not enough; 0: unknown
    LayerMemory memory;
    Timing forward;
    Timing backward;
    Timing optimizer;
    int repeats = 0;
    Bytes allocated_peak; // peak of the whole run: the layer's state, gradients and activations together
    Bytes reserved_peak; // allocator's peak over the whole run; equals the allocated peak on the CPU
    AllocationTrace trace; // first micro-batch of a step; empty for checks
    AllocationTrace later_trace; // later micro-batch: gradients already exist
    std::string measured_at; // ISO 8601, UTC

    friend bool operator==(const Measurement&, const Measurement&) = default;
};

}
