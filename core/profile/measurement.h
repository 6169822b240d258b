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

// The device that measured: the same name and torch version give the same numbers.
struct MeasuredDevice {
    DeviceKind kind = DeviceKind::Cpu;
    std::string name; // "Intel(R) Xeon(R) ..." or "NVIDIA H200"
    Bytes memory;
    std::string software; // "libtorch 2.11.0"
    std::string driver; // CUDA driver version; empty on the CPU, `dryDriver` where there is none
    int threads = 0; // CPU threads used

    static constexpr std::string_view dryDriver = "dry run";
    // A device that computes nothing: its bytes are libtorch's own, it takes no times.
    bool isDry() const { return driver == dryDriver; }

    friend bool operator==(const MeasuredDevice&, const MeasuredDevice&) = default;
};

// True if both give the same numbers: kind, name, software and threads agree and both are real or dry; memory and
// driver may differ.
bool measureIdentically(const MeasuredDevice& a, const MeasuredDevice& b);

// What a layer takes besides the hidden state: a skip, an encoder's states, a bias that all blocks share.
struct SideInput {
    Shape shape; // of one sample; of the whole tensor where it is the same for all samples
    bool per_sample = true;
    NumberType type = NumberType::Fp32;
    bool gradient = true;
    bool heads_last = false; // [1, heads, s, s] with the heads of a pair of tokens side by side in memory

    friend bool operator==(const SideInput&, const SideInput&) = default;
};

// Where a layer is measured. Equal layers share a point: a 96-block GPT has three.
// A point with two layers, or with more than one micro-batch in flight, is a check: it is run whole, as a stage, to see
// whether what single layers showed adds up.
struct ProfilePoint {
    LayerSpec spec;
    Shape input; // shape of one sample of what the layer takes
    std::int64_t micro_batch = 1;
    std::int64_t sequence = 0;
    Sharding sharding {}; // `spec` is the whole layer; one rank's share of it is measured
    Precision precision = Precision::Fp32;
    AttentionKind attention = AttentionKind::Sdpa;
    OptimizerKind optimizer = OptimizerKind::AdamW;
    NumberType input_type = NumberType::Fp32; // of what a layer takes from an earlier one
    bool input_gradient = true; // an earlier layer learns; of no meaning where the chain begins
    bool recompute = false; // only the input is kept; the forward pass runs again before the backward pass
    bool fused_optimizer = false; // its step needs no temporaries
    int in_flight = 1; // micro-batches whose forward passes run before the first backward pass
    std::optional<LayerSpec> following {}; // the second layer of a pair
    std::vector<SideInput> sides {}; // in the order of the layer's inputs, behind the first

    bool isCheck() const { return in_flight > 1 || following; }
    friend bool operator==(const ProfilePoint&, const ProfilePoint&) = default;
};

// The shapes of what a point's layer takes, at its micro-batch.
Boundary inputShapes(const ProfilePoint& point);

// True for layers that can be recomputed: not those that begin the chain or end it, which nobody recomputes.
bool recomputable(const LayerSpec& spec);

// How a layer is run, besides what the workload says. Recomputation concerns those that can be recomputed.
struct LayerRunOptions {
    Sharding sharding {};
    bool recompute = false;
    FrameworkChoice framework {};
    bool selective = false; // recomputation but for what ExecutionMode::selects_operators keeps

    friend bool operator==(const LayerRunOptions&, const LayerRunOptions&) = default;
};

// The point of each layer of a model at a workload's sequence, precision, attention, optimizer, trainable part
// and dropout. Errors: LayerMismatch where the model cannot take the sequence; those of trainedModel() and shardOf().
Result<std::vector<ProfilePoint>> chainPoints(const Model& model, const Workload& workload, std::int64_t micro_batch,
                                              LayerRunOptions run_options = {});

// What of a point's layer one rank has: the layer itself where it is whole. Errors: those of shardOf(),
// OptionUnsupported for layer tables, and for TorchScript layers where a degree splits them.
Result<LayerSpec> shardAt(const ProfilePoint& point);

// The point of a pair's second layer alone, of its first one alone, one micro-batch in flight. Errors: those of
// shardAt(), LayerMismatch.
Result<ProfilePoint> secondOf(const ProfilePoint& pair);
ProfilePoint firstOf(const ProfilePoint& check);

// What is not usual about a point: "tensor degree 2", "with recomputation". Empty if nothing is.
ArgumentList runOptionWords(const ProfilePoint& point);

// Unique text of a point (signature and all coordinates): the key under which a measurement is stored.
// Attention is left out for layers that have none, so that they are measured once.
std::string pointKey(const ProfilePoint& point);

// The same without the micro-batch: points of equal text differ in nothing else.
std::string lineKey(ProfilePoint point);

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

// By how much the backward peaks of a layer are lower where nobody but its graph holds an input, which then goes before
// the pass is over: of the first and of a later backward, each also with the output's gradient owned outside.
struct InputRelease {
    Bytes first;
    Bytes later;
    Bytes owned_first;
    Bytes owned_later;

    friend bool operator==(const InputRelease&, const InputRelease&) = default;
};

// One of several tensors that a layer takes or gives.
struct BoundaryTensor {
    Bytes bytes;
    Bytes gradient; // of inputs that the layer works on: what its gradient keeps alive until it is used
    bool kept = false; // the layer's graph holds it; a kept output is contained in `saved`
    int passes = -1; // of outputs: the input that this is, where it only passes through
    InputRelease input_release {}; // of kept inputs behind the first

    friend bool operator==(const BoundaryTensor&, const BoundaryTensor&) = default;
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
    Bytes cached; // made in forward and alive until the whole stage's forward ends: autocast's copies of parameters
    Bytes forward_peak;
    Bytes backward_peak; // first backward of a step: gradients appear; the output's gradient is made inside and freed
                         // once used
    Bytes accumulate_peak; // later backward: gradients exist already
    Bytes owned_backward_peak; // the same two with the output's gradient owned by a receive buffer
    Bytes owned_accumulate_peak;
    InputRelease input_release; // of a single input: an adapter may need it no longer than the first of its backward
    Bytes optimizer_peak; // temporaries of the optimizer step
    Bytes persistent; // made once for all layers of a stage, and never freed: placeholders of gradients (Linear)
    // Each of what it takes and gives, where that are several tensors (else empty). What stands above are then sums,
    // and what is kept of the first.
    std::vector<BoundaryTensor> inputs {};
    std::vector<BoundaryTensor> outputs {};

    friend bool operator==(const LayerMemory&, const LayerMemory&) = default;
};

// What one run at one point showed. Out of memory is an observation too: `memory` is then empty. Checks have their
// peaks and times only: times of one micro-batch, the peak of the step above what the parameters and samples take.
struct Measurement {
    ProfilePoint point;
    MeasuredDevice device;
    MeasurementStatus status = MeasurementStatus::Done;
    Message message; // why it failed
    Bytes free_memory; // of what ran out of memory: as much was free, and it needs more; 0: not known
    LayerMemory memory;
    Timing forward;
    Timing backward;
    Timing optimizer;
    int repeats = 0;
    Bytes allocated_peak; // of the whole run: the layer's state, gradients and activations together
    Bytes reserved_peak; // of the allocator over the whole run; equals the allocated peak on the CPU
    AllocationTrace trace; // of a micro-batch that is the first of its step; empty for checks
    AllocationTrace later_trace; // of one after it: gradients are there already
    std::string measured_at; // ISO 8601, UTC

    friend bool operator==(const Measurement&, const Measurement&) = default;
};

}
