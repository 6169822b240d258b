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

// What plans the measurements are for. The global batch is the workload's.
struct ProfileTarget {
    Cluster cluster;
    Constraints constraints;

    friend bool operator==(const ProfileTarget&, const ProfileTarget&) = default;
};

// What to measure: the model's distinct layers at every combination of these.
struct ProfileRequest {
    Model model;
    Workload workload;
    std::vector<std::int64_t> micro_batches;
    std::vector<std::int64_t> sequences;
    DeviceChoice device {};
    std::optional<Seconds> budget {}; // stop beginning new points after this time
    std::vector<Sharding> shardings {}; // besides whole layers
    bool recompute = false; // every point also with recomputation
    bool checks = false; // pairs of neighbors and two micro-batches in flight, at the smallest point
    // Larger micro-batches are left out once a measured one lies this close to the line through the two before it;
    // 0: all are measured.
    double tolerance = 0;
    // Larger micro-batches of a layer are left out once two neighboring ones run the same operations (sameStructure()).
    bool until_same_structure = false;
    bool trust = false; // the user allows to load the model's TorchScript file, which runs code from it
    std::optional<ProfileTarget> target {}; // the points that narrow the bounds of its best plans come first

    friend bool operator==(const ProfileRequest&, const ProfileRequest&) = default;
};

// Where nobody says which: 1, 2 and 4, of which until_same_structure may leave out the last; on a dry device, which
// takes no time, 1 to 4 and 8, as what CUDA's allocator makes of a size is no smooth function of it.
std::vector<std::int64_t> usualMicroBatches(const DeviceChoice& device);

// Every combination of these degrees but the whole layer; no degrees: 1 alone. `sequence_parallel` concerns the tensor
// degrees above 1.
std::vector<Sharding> shardingsOf(const std::vector<int>& tensor, const std::vector<int>& expert,
                                  bool sequence_parallel);

// Checks ranges. Errors: OptionOutOfRange, OptionUnsupported (a layer table cannot be measured, nothing that a pattern
// or a degree fits), LayerMismatch, ScriptUntrusted.
Result<void> validate(const ProfileRequest& request);

}
