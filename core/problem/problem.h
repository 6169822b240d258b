// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/names.h"
#include "core/hardware/cluster.h"
#include "core/model/dropout.h"
#include "core/model/model.h"
#include "core/model/trainable.h"
#include "core/problem/billing.h"
#include "core/problem/dimension.h"
#include "core/problem/framework.h"
#include "core/problem/layerdegrees.h"
#include "core/problem/layerpolicy.h"
#include "core/problem/objective.h"
#include "core/problem/peakmeasure.h"
#include "core/problem/precision.h"
#include "core/problem/schedulekind.h"
#include "core/problem/target.h"
#include "core/problem/trainingoptions.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stagecraft {

enum class OptimizerKind { Sgd, Momentum, Adam, AdamW };
enum class AttentionKind { Sdpa, Eager };

template <>
inline constexpr auto enumNames<OptimizerKind> = std::array {
    std::pair {OptimizerKind::Sgd, std::string_view("sgd")},
    std::pair {OptimizerKind::Momentum, std::string_view("momentum")},
    std::pair {OptimizerKind::Adam, std::string_view("adam")},
    std::pair {OptimizerKind::AdamW, std::string_view("adamw")},
};
template <>
inline constexpr auto enumNames<AttentionKind> = std::array {
    std::pair {AttentionKind::Sdpa, std::string_view("sdpa")},
    std::pair {AttentionKind::Eager, std::string_view("eager")},
};

// Training workload. `sequence`: tokens per sample, or the image side in pixels.
struct Workload {
    std::int64_t global_batch = 0; // samples per optimizer step
    std::int64_t sequence = 0;
    Precision precision = Precision::Fp32;
    OptimizerKind optimizer = OptimizerKind::AdamW;
    AttentionKind attention = AttentionKind::Sdpa;
    Trainable trainable {};
    DropoutUse dropout = DropoutUse::Configured;

    friend bool operator==(const Workload&, const Workload&) = default;
};

// Returns the model as the workload trains it: with or without dropout, frozen parameters marked.
// Errors: those of withTrainable().
Result<Model> trainedModel(const Model& model, const Workload& workload);

// Gradient storage between a layer's backward pass and the optimizer step. Eager: plain libtorch; gradients are
// allocated in the layer's first backward pass of a step. BucketCopies: torch's DistributedDataParallel, with a second
// copy in its buckets. BucketViews: the same with gradient_as_bucket_view; gradients live in persistent buffers
// (DeepSpeed and Megatron-LM too). WideBuffers: persistent fp32 buffers (Megatron-LM's
// accumulate_allreduce_grads_in_fp32).
enum class GradientHandling { Eager, BucketCopies, BucketViews, WideBuffers };

template <>
inline constexpr auto enumNames<GradientHandling> = std::array {
    std::pair {GradientHandling::Eager, std::string_view("eager")},
    std::pair {GradientHandling::BucketCopies, std::string_view("ddp")},
    std::pair {GradientHandling::BucketViews, std::string_view("ddp-view")},
    std::pair {GradientHandling::WideBuffers, std::string_view("fp32-buffers")},
};

inline constexpr std::int64_t mostGlobalBatch = 1 << 24;
inline constexpr double mostExpertCapacity = 1000;
inline constexpr int mostInterleave = 1 << 10;

// Settings that the user fixes. Empty: the search decides.
struct Constraints {
    std::int64_t micro_batch = 1; // micro-batch size of a replica of stage 0, in samples
    // Number of micro-batches per step. If set, `micro_batch` follows from the global batch and each data-parallel
    // size.
    std::optional<std::int64_t> micro_batches {};
    ScheduleKind schedule = ScheduleKind::OneForwardOneBackward;
    int interleave = 2; // stages per pipeline rank, for schedules with several
    std::optional<int> pipeline;
    std::optional<int> data;
    LayerDegrees degrees {}; // the same for every stage
    std::optional<std::vector<int>> split_points; // P + 1 layer indices, both ends included
    int zero = 0; // ZeRO stage: state that the replicas of a stage shard
    FrameworkChoice framework {};
    GradientHandling gradients = GradientHandling::Eager; // for frameworks that do not prescribe it
    LayerPolicies policies {};
    TrainingOptions training {};
    // between host and device, each direction; empty: the device type's
    std::optional<BytesPerSecond> host_bandwidth {};
    // per node, for compute on the host; empty: an assumed value
    std::optional<BytesPerSecond> host_memory_bandwidth {};
    Bytes memory_reserve; // kept free on every device
    Dimensions vary {}; // dimensions that a search varies, regardless of the values above
    Objective objective = Objective::Memory; // criterion of the recommended plan
    double max_slowdown = 1.25; // step time of the balanced plan relative to the fastest that fits
    PeakMeasure measure = PeakMeasure::Share; // compares peaks of several device groups

    friend bool operator==(const Constraints&, const Constraints&) = default;
};

// Input of a planning query: model, workload, cluster and constraints.
struct Problem {
    Model model;
    Workload workload;
    Cluster cluster;
    Constraints constraints;
    Target target = Target::Any; // framework that the plan is exported to
    BillingOptions billing {}; // length and billing of the run; does not affect which plan is found or recommended

    friend bool operator==(const Problem&, const Problem&) = default;
};

// Checks everything that needs no measurements: ranges, divisibility, the sequence against the model's limit, and that
// the parameters to train exist. Errors: OptionOutOfRange, OptionUnsupported, FieldNotDivisible.
Result<void> validate(const Problem& problem);

// Calls validate() and checks what planning needs of every device group: links with bandwidth, and memory of at most
// 2^50 bytes that exceeds what driver and libraries need. Errors: OptionOutOfRange.
Result<void> validateForPlanning(const Problem& problem);

// Checks that all devices of the cluster belong to one group. `what`: the feature that needs it.
// Errors: OptionUnsupported.
Result<void> requireOneGroup(const Problem& problem, const Message& what);

}
