// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/problem/problem.h"
#include "core/search/partitionmethods.h"
#include "core/search/targets.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace stagecraft {

// Plans that differ in their depth and partition alone.
struct ConfigurationGroup {
    Constraints fixed; // all of them, the data degree too; pipeline and split points as the problem has them
    std::int64_t micro_batches = 1;
    int shallowest = 1; // pipelines
    int deepest = 1; // that the devices and the layers allow
    StagePredicate stages {}; // that partitions may have

    int data() const { return *fixed.data; }
    int devices(int pipeline_ranks) const { return pipeline_ranks * data() * fixed.degrees.ranks(); }
};

// What the plans of a problem may be, in a fixed order. For each dimension that varies: tensor, context and expert
// degrees (triedDegrees()); micro-batches that divide the global batch; schedules that do not change training; 2 to
// largestVariedInterleave stages a pipeline rank; every ZeRO stage, where there are replicas, and recomputation; the
// optimizer on the device or on the host. Left out is what the constraints forbid together, what nothing would come of
// (sequence parallelism of one rank), and what the batch does not divide. Whether the layers divide so is not asked
// here. Layer tables have costs for the given micro-batch, degrees and policies alone: of theirs only schedules vary.
// With a target, what that cannot be told is left out, too, and each of its methods of cutting is a configuration group
// of its own.
std::vector<ConfigurationGroup> configurationGroups(const Problem& problem);

// Where a target leaves none of a problem's plans: what was in the way of all of them, else of the first. `possible` is
// of each depth that there may be.
std::optional<TargetObstacle> targetObstacle(const Problem& problem);

// Where a target leaves some of a problem's plans: what was in the way of the others, as far as it does not vary.
std::vector<TargetObstacle> leftOutByTarget(const Problem& problem);

// The largest tensor, context or expert degree that a search chooses on a group of devices. Tensor ranks stay within a
// node, as the network is slower, unless a problem varies Dimension::TensorAcrossNodes; of nodes of one device as many
// as usual nodes have share layers.
int largestVariedDegree(const Problem& problem, Dimension dimension, const ClusterGroup& group);

// Whether the optimizer may lie on the host: its way there is known, and the framework knows it so.
bool mayOffload(const Problem& problem);

// The degrees that configurationGroups() has of tensor, context or expert parallelism, ascending, up to the devices of
// a group: those that divide the layers, the tokens of a sample or the experts; powers of two; and those that divide a
// node. The given one alone unless it varies.
std::vector<int> triedDegrees(const Problem& problem, Dimension dimension);

// Likewise of micro-batch sizes, which are those of the data degrees where their number is fixed.
std::vector<std::int64_t> triedMicroBatches(const Problem& problem);

// Likewise of schedules, in the order of ScheduleKind.
std::vector<ScheduleKind> triedSchedules(const Problem& problem);

// And of recomputation of all layers alike.
std::vector<LayerPolicy> triedRecomputations(const Problem& problem);

inline constexpr int largestVariedInterleave = 8;
inline constexpr int usualNode = 8; // devices

}
