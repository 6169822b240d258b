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

// How the model is trained. `sequence`: tokens per sample, or the image side.
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

// The model as the workload trains it: with or without dropout, with its frozen parameters marked.
// Errors: those of withTrainable().
Result<Model> trainedModel(const Model& model, const Workload& workload);

// What becomes of gradients between a layer's backward and the optimizer step. Eager: libtorch alone; a layer's appear
// in its first backward of a step. BucketCopies: torch's DistributedDataParallel, which has them a second time in its
// buckets. BucketViews: the same with gradient_as_bucket_view; the gradients lie in buffers that stay (DeepSpeed and
// Megatron-LM too). WideBuffers: such buffers of fp32 (Megatron-LM's accumulate_allreduce_grads_in_fp32).
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

// What the user fixes; empty means "the search decides".
struct Constraints {
    std::int64_t micro_batch = 1; // samples a replica of stage 0 works on at a time
    // How many micro-batches a step has; then `micro_batch` is what each data degree leaves of the global batch.
    std::optional<std::int64_t> micro_batches {};
    ScheduleKind schedule = ScheduleKind::OneForwardOneBackward;
    int interleave = 2; // stages at each place, of schedules that take several
    std::optional<int> pipeline;
    std::optional<int> data;
    LayerDegrees degrees {}; // of every stage
    std::optional<std::vector<int>> split_points; // P + 1 layer indices with both ends
    int zero = 0; // ZeRO stage: what the replicas of a stage divide among them
    FrameworkChoice framework {}; // who trains
    GradientHandling gradients = GradientHandling::Eager; // of frameworks that have no way of their own
    LayerPolicies policies {}; // of the layers
    TrainingOptions training {};
    std::optional<BytesPerSecond> host_bandwidth {}; // to and from the host, each way; empty: that of the device type
    std::optional<BytesPerSecond> host_memory_bandwidth {}; // of a node, for what its host computes; empty: assumed
    Bytes memory_reserve; // kept free on every device
    Dimensions vary {}; // what a search decides, whatever is said above
    Objective objective = Objective::Memory; // which plan a search recommends
    double max_slowdown = 1.25; // of the balanced plan against the fastest that fits
    PeakMeasure measure = PeakMeasure::Share; // of peaks where there are several groups of devices

    friend bool operator==(const Constraints&, const Constraints&) = default;
};

// One question: which plan for this model, workload and cluster?
struct Problem {
    Model model;
    Workload workload;
    Cluster cluster;
    Constraints constraints;
    Target target = Target::Any; // who will run the plan
    BillingOptions billing {}; // how long it trains; no plan is found or recommended by that

    friend bool operator==(const Problem&, const Problem&) = default;
};

// Checks what can be checked without measurements: ranges, divisibility, sequence within the model's limit, whether
// the model has what is to be trained. Errors: OptionOutOfRange, OptionUnsupported, FieldNotDivisible.
Result<void> validate(const Problem& problem);

// The same, and what planning needs beyond a well-formed problem, of every device group: links that carry something,
// memory up to 2^50 bytes and more than driver and libraries take. Errors: OptionOutOfRange.
Result<void> validateForPlanning(const Problem& problem);

// Whether all devices of the cluster are of one group, as `what` needs them. Errors: OptionUnsupported.
Result<void> requireOneGroup(const Problem& problem, const Message& what);

}
