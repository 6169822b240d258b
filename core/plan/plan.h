// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/problem/problem.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace stagecraft {

// Layers [first, last) of the chain.
struct LayerRange {
    int first = 0;
    int last = 0;

    int count() const { return last - first; }
    friend auto operator<=>(const LayerRange&, const LayerRange&) = default;
};

struct Degrees {
    int tensor = 1;
    int data = 1;

    friend bool operator==(const Degrees&, const Degrees&) = default;
};

struct Stage {
    LayerRange layers;
    Degrees degrees;
    int pipeline_rank = 0;
    int device_group = 0; // index into Cluster::groups
    std::int64_t micro_batch = 1; // samples per replica
    LayerPolicies policies {}; // policies by layer index in the whole chain

    friend bool operator==(const Stage&, const Stage&) = default;
};

// Consecutive devices of a cluster group; indices within the group start at 0.
struct DeviceRange {
    int group = 0; // index into Cluster::groups
    int first = 0;
    int count = 1;

    int last() const { return first + count - 1; }
    friend bool operator==(const DeviceRange&, const DeviceRange&) = default;
};

// Assignment of layers to devices, with the schedule and the training settings. Global batch = micro_batches x
// micro_batch x data-parallel size; the product micro_batch x data-parallel size is the same at every stage.
struct Plan {
    ScheduleKind schedule = ScheduleKind::OneForwardOneBackward;
    std::int64_t micro_batches = 1;
    int zero_stage = 0;
    bool sequence_parallel = false; // tensor-parallel ranks split the tokens between tensor-parallel products
    int context = 1; // context-parallel size: ranks that split the tokens of each sample
    ContextKind context_kind = ContextKind::Ring;
    int expert = 1; // expert-parallel size: replicas that split the experts
    double expert_capacity = 1; // expert capacity factor: token slots per expert, relative to balanced routing
    TrainingOptions training {};
    std::vector<Stage> stages;

    int pipelineRanks() const; // a pipeline rank may have several stages
    // Ranks of one replica of the stage (tensor-parallel x context-parallel), and devices of all its replicas.
    int ranksOf(const Stage& stage) const { return stage.degrees.tensor * context; }
    int devicesOf(const Stage& stage) const { return ranksOf(stage) * stage.degrees.data; }
    std::int64_t microBatch() const { return stages.empty() ? 0 : stages.front().micro_batch; }
    int devices() const;
    // True if all stages have the same degrees and device group.
    bool hasEqualStages() const;
    std::vector<int> splitPoints() const; // P + 1 layer indices, including both ends of the chain
    friend bool operator==(const Plan&, const Plan&) = default;
};

// Returns the pipeline rank of stage `stage` of `stages`: looped over the pipeline ranks, or down and up again for ZBV.
int pipelineRankOf(ScheduleKind schedule, int stage, int stages, int pipeline_ranks);

// Makes a plan with one data-parallel size for all stages, each on a separate pipeline rank, or looped over
// `pipeline_ranks` ranks.
Plan uniformPlan(const std::vector<int>& split_points, int data, std::int64_t micro_batch, std::int64_t micro_batches,
                 ScheduleKind schedule, int zero_stage = 0, std::optional<int> pipeline_ranks = {});

// Returns the plan with the given layer policies at all stages.
Plan withPolicies(Plan plan, const LayerPolicies& policies);

// Returns the devices of each pipeline rank; pipeline ranks are assigned consecutive devices of their group, in stage
// order.
std::vector<DeviceRange> deviceRanges(const Plan& plan);

// Returns the plan with the tensor-, context- and expert-parallel sizes of `degrees`.
Plan withDegrees(Plan plan, const LayerDegrees& degrees);

// Makes the plan of these split points with every setting that the constraints fix, as a search or an estimate does.
Plan constrainedPlan(const std::vector<int>& split_points, int data, std::int64_t micro_batches,
                     const Constraints& fixed, std::optional<int> pipeline_ranks = {});

// Returns the parallel sizes of the layers of a stage of the plan.
LayerDegrees layerDegrees(const Plan& plan, const Stage& stage);

// Returns the policies of all layers; each layer has the policy of its stage.
LayerPolicies policiesOf(const Plan& plan);

// True if training gives other results than on one device, for a reason other than the schedule: averaged replicas,
// subnets, or compressed activations.
bool approximates(const Plan& plan);

// Checks that the stages cover the model's layers in order, that the batch arithmetic holds, and that each cluster
// group has enough devices. Stages may differ in tensor- and data-parallel sizes only with one stage per pipeline rank
// and a single pipeline. Errors: PlanInvalid.
Result<void> validate(const Plan& plan, const Problem& problem);

}
