// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/base/names.h"
#include "core/measuring/request.h"

#include <string>
#include <vector>

namespace stagecraft {

// Why a point is measured.
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

// Why, and the plan and stage that the step narrows.
Message reasonOf(const MeasuringStep& step);

// The measuring plan: all distinct points of a request, the smallest (by the forward flops of all its passes) first.
// None of a sequence that the model cannot take.
std::vector<MeasuringStep> stepsOf(const ProfileRequest& request);
std::vector<ProfilePoint> pointsOf(const ProfileRequest& request);

// What is left of it when `known` is known, by how soon it narrows the bounds of plans (byNarrowing()); the first is
// the next to measure. Where the two largest of several micro-batches run other operations, a dry device, which takes
// no time, measures larger ones, up to four times the largest, until two run the same. A layer that ran out of memory
// is not asked for at a larger micro-batch of the same sequence, nor one whose line has met the request's tolerance or,
// where the request says so, keeps its structure, nor, where the request has a target, of a layer of its plans once
// these are certain within the tolerance (planDecision()). `free_memory`: the memory that is free now. What ran out of
// clearly less (hasOutgrown()) is asked for again; of 0 nothing is. Measurements of other devices must not be among
// `known`.
std::vector<MeasuringStep> remainingSteps(const ProfileRequest& request, const std::vector<Measurement>& known,
                                          Bytes free_memory = {});

// True if a measurement that ran out of memory says nothing about `free_memory`, as that is clearly more than it had.
// Where it does not say what it had, that was all of its device at most.
bool hasOutgrown(Bytes free_memory, const Measurement& measurement);

// Those of `known` that succeeded: where nothing else is known, what ran out of memory is measured again.
std::vector<Measurement> successesOf(std::vector<Measurement> known);

}
