// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/base/names.h"
#include "core/measuring/request.h"

#include <string>
#include <vector>

namespace stagecraft {

// Reason for measuring a point.
enum class StepReason { First, Growth, Line, Structure, Shard, Recompute, Pair, InFlight, MoreMemory };

template <>
inline constexpr auto enumNames<StepReason> = std::array {
    std::pair {StepReason::First, std::string_view("first")},
    std::pair {StepReason::Growth, std::string_view("growth")},
    std::pair {StepReason::Line, std::string_view("line")},
    std::pair {StepReason::Structure, std::string_view("structure")},
    std::pair {StepReason::Shard, std::string_view("shard")},
    std::pair {StepReason::Recompute, std::string_view("recompute")},
    std::pair {StepReason::Pair, std::string_view("pair")},
    std::pair {StepReason::InFlight, std::string_view("in_flight")},
    std::pair {StepReason::MoreMemory, std::string_view("more_memory")},
};

struct MeasuringStep {
    ProfilePoint point;
    StepReason reason = StepReason::First;
    Message narrows {}; // the plan and stage whose bounds it narrows most; empty without a target

    friend bool operator==(const MeasuringStep&, const MeasuringStep&) = default;
};

// Describes the step's reason, and the plan and stage that it narrows.
Message reasonOf(const MeasuringStep& step);

// Returns the measuring plan: all distinct points of a request, the smallest (by the forward flops of all its passes)
// first. Omits sequences that the model cannot take.
std::vector<MeasuringStep> stepsOf(const ProfileRequest& request);
std::vector<ProfilePoint> pointsOf(const ProfileRequest& request);

// Returns the remaining steps given the measurements `known` (of one device), in the order of byNarrowing(); the first
// is the next to measure.
//
// If the two largest of several micro-batches run different operations, a dry device, which takes no time, measures
// larger ones, up to four times the largest, until two run the same.
// Omitted are: a layer that ran out of memory, at larger micro-batches of the same sequence; a layer whose line has met
// the request's tolerance, or which keeps its structure if the request asks for that; and layers of the target's plans
// once these are certain within the tolerance (planDecision()).
// `free_memory`: memory that is free now. Points that ran out of clearly less (hasOutgrown()) are measured again; 0:
// none.
std::vector<MeasuringStep> remainingSteps(const ProfileRequest& request, const std::vector<Measurement>& known,
                                          Bytes free_memory = {});

// True if a measurement that ran out of memory is no evidence for `free_memory`, which is clearly more than it had. If
// the amount that it had is unknown, the device's total memory is assumed.
bool hasOutgrown(Bytes free_memory, const Measurement& measurement);

// Returns the measurements of `known` that succeeded. Used if points that ran out of memory are to be measured again.
std::vector<Measurement> successesOf(std::vector<Measurement> known);

}
