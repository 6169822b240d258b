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

// Plans that differ only in depth and partition.
struct ConfigurationGroup {
    Constraints fixed; // all settings, including the data-parallel size; pipeline and split points as in the problem
    std::int64_t micro_batches = 1;
    int shallowest = 1; // pipeline ranks
    int deepest = 1; // upper limit from devices and layers
    StagePredicate stages {}; // stages that partitions may have

    int data() const { return *fixed.data; }
    int devices(int pipeline_ranks) const { return pipeline_ranks * data() * fixed.degrees.ranks(); }
};

// Returns the configuration groups of a problem, in a fixed order. Dimensions that may vary: tensor-, context- and
// expert-parallel sizes (triedDegrees()); micro-batch sizes that divide the global batch; schedules that do not change
// training; 2 to largestVariedInterleave stages per pipeline rank; every ZeRO stage, if there are replicas;
// recomputation; optimizer on the device or the host. Excludes combinations that the constraints forbid, that have no
// effect (sequence parallelism with one rank), and that the batch does not divide into. Does not check that the layers
// divide. Layer tables have costs only for the given micro-batch, degrees and policies: only schedules vary. With a
// target, excludes configurations that it does not support, and makes each of its partition methods a separate group.
std::vector<ConfigurationGroup> configurationGroups(const Problem& problem);

// Returns the obstacle if a target excludes every plan of a problem: the one common to all plans, else that of the
// first. `possible` has an entry for each possible depth.
std::optional<TargetObstacle> targetObstacle(const Problem& problem);

// Returns the obstacles that exclude part of a problem's plans, as far as they do not vary.
std::vector<TargetObstacle> leftOutByTarget(const Problem& problem);

// Returns the largest tensor-, context- or expert-parallel size that a search tries on a device group. Tensor-parallel
// ranks stay within a node, as the network is slower, unless the problem varies Dimension::TensorAcrossNodes; on nodes
// with one device, the limit is that of a usual node.
int largestVariedDegree(const Problem& problem, Dimension dimension, const ClusterGroup& group);

// True if the optimizer may be offloaded to the host: the host link is known and the framework supports it.
bool mayOffload(const Problem& problem);

// Returns the tensor-, context- or expert-parallel sizes of configurationGroups(), ascending, up to the devices of a
// group: divisors of the layers, of the tokens of a sample or of the experts; powers of two; and divisors of a node.
// Only the given one unless it varies.
std::vector<int> triedDegrees(const Problem& problem, Dimension dimension);

// Same for micro-batch sizes; they follow from the data-parallel sizes if the number of micro-batches is fixed.
std::vector<std::int64_t> triedMicroBatches(const Problem& problem);

// Same for schedules, in the order of ScheduleKind.
std::vector<ScheduleKind> triedSchedules(const Problem& problem);

// Same for recomputation policies that apply to all layers.
std::vector<LayerPolicy> triedRecomputations(const Problem& problem);

inline constexpr int largestVariedInterleave = 8;
inline constexpr int usualNode = 8; // devices

}
