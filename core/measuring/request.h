// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/problem/problem.h"
#include "core/profile/devicechoice.h"
#include "core/profile/measurement.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace stagecraft {

// Plans that the measurements serve. The global batch is the workload's.
struct ProfileTarget {
    Cluster cluster;
    Constraints constraints;

    friend bool operator==(const ProfileTarget&, const ProfileTarget&) = default;
};

// A measuring request: the model's distinct layers at every combination of these values.
struct ProfileRequest {
    Model model;
    Workload workload;
    std::vector<std::int64_t> micro_batches;
    std::vector<std::int64_t> sequences;
    DeviceChoice device {};
    std::optional<Seconds> budget {}; // begin no new points after this time
    std::vector<Sharding> shardings {}; // in addition to whole layers
    bool recompute = false; // measure every point with recomputation, too
    bool checks = false; // measure pairs of neighbors, and two micro-batches in flight, at the smallest point
    // Skip larger micro-batches once a measured one is this close (relative) to the line through the two before it; 0:
    // measure all.
    double tolerance = 0;
    // Skip larger micro-batches of a layer once two neighboring ones run the same operations (sameStructure()).
    bool until_same_structure = false;
    bool trust = false; // the user allows loading the model's TorchScript file, which executes code from it
    std::optional<ProfileTarget> target {}; // points that narrow the bounds of its best plans come first

    friend bool operator==(const ProfileRequest&, const ProfileRequest&) = default;
};

// Default micro-batch sizes: 1, 2 and 4, of which until_same_structure may skip the last. On a dry device, which takes
// no time: 1 to 4 and 8, as the rounding of CUDA's allocator is not a smooth function of the size.
std::vector<std::int64_t> usualMicroBatches(const DeviceChoice& device);

// Returns every combination of these TP and EP sizes except the whole layer. An empty list means size 1.
// `sequence_parallel` applies to TP sizes above 1.
std::vector<Sharding> shardingsOf(const std::vector<int>& tensor, const std::vector<int>& expert,
                                  bool sequence_parallel);

// Checks ranges. Errors: OptionOutOfRange, OptionUnsupported (layer tables cannot be measured; no layer matches a
// pattern or supports a parallel size), LayerMismatch, ScriptUntrusted.
Result<void> validate(const ProfileRequest& request);

}
