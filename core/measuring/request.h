// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/problem/problem.h"
#include "core/profile/measurement.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace stagecraft {

// What to measure: the model's distinct layers at every combination of these.
struct ProfileRequest {
    Model model;
    Workload workload;
    std::vector<std::int64_t> micro_batches;
    std::vector<std::int64_t> sequences;
    DeviceKind device = DeviceKind::Cpu;
    int device_index = 0;
    std::optional<Seconds> budget; // stop beginning new points after this time

    friend bool operator==(const ProfileRequest&, const ProfileRequest&) = default;
};

// All distinct points of a request, the smallest (by forward flops) first. None of a sequence that the model cannot
// take.
std::vector<ProfilePoint> pointsOf(const ProfileRequest& request);

// The points not yet in `known`. A layer that ran out of memory is not asked for at a larger micro-batch of the same
// sequence.
std::vector<ProfilePoint> missingPoints(const ProfileRequest& request, const std::vector<Measurement>& known);

// Checks ranges. Errors: OptionOutOfRange, OptionUnsupported (a layer table cannot be measured), LayerMismatch.
Result<void> validate(const ProfileRequest& request);

}
