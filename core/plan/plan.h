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
    LayerPolicies policies {}; // of the chain's layers, by their index in it

    friend bool operator==(const Stage&, const Stage&) = default;
};

// Devices that follow one another in a group of the cluster, where they are counted from 0.
struct DeviceRange {
    int group = 0; // index into Cluster::groups
    int first = 0;
    int count = 1;

    int last() const { return first + count - 1; }
    friend bool operator==(const DeviceRange&, const DeviceRange&) = default;
};

// Who does what. Global batch = micro_batches x samples of a micro-batch over all replicas, which are as many at every
// stage: micro_batch x data degree.
struct Plan {
    ScheduleKind schedule = ScheduleKind::OneForwardOneBackward;
    std::int64_t micro_batches = 1;
    int zero_stage = 0;
    bool sequence_parallel = false; // tensor ranks have parts of the tokens between their products
    int context = 1; // ranks with a part of each sample's tokens
    ContextKind context_kind = ContextKind::Ring;
    int expert = 1; // replicas that have a part of the experts each
    double expert_capacity = 1; // room for tokens over what an expert needs if all are asked equally
    TrainingOptions training {};
    std::vector<Stage> stages;

    int pipelineRanks() const; // each may hold several stages
    // Those that work on one sample together, at a pipeline rank of such a stage; and with the replicas.
    int ranksOf(const Stage& stage) const { return stage.degrees.tensor * context; }
    int devicesOf(const Stage& stage) const { return ranksOf(stage) * stage.degrees.data; }
    std::int64_t microBatch() const { return stages.empty() ? 0 : stages.front().micro_batch; }
    int devices() const;
    // Whether all stages have the same degrees and lie on one group of devices.
    bool hasEqualStages() const;
    std::vector<int> splitPoints() const; // P + 1 layer indices with both ends
    friend bool operator==(const Plan&, const Plan&) = default;
};

// Where stage `stage` of `stages` lies on `pipeline_ranks` pipeline ranks: looped over them, or with ZBV down and up
// again.
int pipelineRankOf(ScheduleKind schedule, int stage, int stages, int pipeline_ranks);

// A plan with one data degree for all stages, each on a pipeline rank of its own, or looped over `pipeline_ranks` of
// them.
Plan uniformPlan(const std::vector<int>& split_points, int data, std::int64_t micro_batch, std::int64_t micro_batches,
                 ScheduleKind schedule, int zero_stage = 0, std::optional<int> pipeline_ranks = {});

// The same plan with these policies of the chain's layers.
Plan withPolicies(Plan plan, const LayerPolicies& policies);

// The devices of each pipeline rank: stage after stage takes the next ones of its group.
std::vector<DeviceRange> deviceRanges(const Plan& plan);

// The same plan whose layers are spread like this.
Plan withDegrees(Plan plan, const LayerDegrees& degrees);

// The plan that a search or an estimate makes of these split points, with all that the constraints fix.
Plan constrainedPlan(const std::vector<int>& split_points, int data, std::int64_t micro_batches,
                     const Constraints& fixed, std::optional<int> pipeline_ranks = {});

// Over how many devices the layers of one of its stages are spread.
LayerDegrees layerDegrees(const Plan& plan, const Stage& stage);

// The policies of all layers: each has those of its stage.
LayerPolicies policiesOf(const Plan& plan);

// Whether it trains otherwise than one device would, by anything but its schedule: averaged or dealt replicas,
// activations that are not what they were.
bool approximates(const Plan& plan);

// Checks that the plan covers the model's layers in order, that its batch arithmetic is right and that each group of
// the cluster has the devices. Stages have tensor and data degrees of their own where each pipeline rank has one of
// them, and one pipeline goes over the pipeline ranks. Errors: PlanInvalid.
Result<void> validate(const Plan& plan, const Problem& problem);

}
