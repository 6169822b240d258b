// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/names.h"
#include "core/plan/plan.h"
#include "core/problem/problem.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stagecraft {

// What a remedy changes of a problem.
enum class RemedyKind {
    Framework,
    Attention,
    Tensor,
    Context,
    SequenceParallel,
    Recompute,
    Zero,
    MicroBatch,
    MicroBatches,
    Offload,
    Nodes
};

template <>
inline constexpr auto enumNames<RemedyKind> = std::array {
    std::pair {RemedyKind::Framework, std::string_view("framework")},
    std::pair {RemedyKind::Attention, std::string_view("attention")},
    std::pair {RemedyKind::Tensor, std::string_view("tensor")},
    std::pair {RemedyKind::Context, std::string_view("context")},
    std::pair {RemedyKind::SequenceParallel, std::string_view("sequence_parallel")},
    std::pair {RemedyKind::Recompute, std::string_view("recompute")},
    std::pair {RemedyKind::Zero, std::string_view("zero")},
    std::pair {RemedyKind::MicroBatch, std::string_view("micro_batch")},
    std::pair {RemedyKind::MicroBatches, std::string_view("micro_batches")},
    std::pair {RemedyKind::Offload, std::string_view("offload")},
    std::pair {RemedyKind::Nodes, std::string_view("nodes")},
};

// One setting and its new value, as the command line writes it: "megatron-core", "sdpa", "16", "4", "on", "full",
// "3", "1", "32", "optimizer", "9".
struct RemedyChange {
    RemedyKind kind = RemedyKind::SequenceParallel;
    std::string value;

    friend bool operator==(const RemedyChange&, const RemedyChange&) = default;
};

using RemedyChanges = std::vector<RemedyChange>;

bool hasChange(const std::vector<RemedyChange>& changes, RemedyKind kind);

// A setting that costs speed and saves memory, with the values it may take instead, the mildest first.
struct RemedySetting {
    RemedyKind kind = RemedyKind::SequenceParallel;
    std::vector<std::string> values; // not empty
};

// The settings that a problem leaves for a remedy: context parallelism (of one group of devices), sequence parallelism,
// recomputation, ZeRO stage, micro-batch size (or number, where that is fixed), optimizer on the host. Left out is what
// the search varies already, what the model or the cluster does not have, and what is at its last value.
std::vector<RemedySetting> remedySettings(const Problem& problem);

// The frameworks that may train instead, where the problem's target allows their plans and their memory is known
// closely, as changes. None where costs
// are given.
std::vector<std::vector<RemedyChange>> otherFrameworks(const Problem& problem);

// Tensor degrees beyond those that a search chooses (largestVariedDegree()), the least first. Their ranks exchange over
// the network, which is slow. None over several groups of devices.
std::vector<std::string> tensorBeyondNode(const Problem& problem);

// The problem with other values. Nodes: of a cluster of one group. Tensor: no search decides it any more.
Problem withChanges(Problem problem, const std::vector<RemedyChange>& changes);

// The same problem whose search decides these settings, as far as a search varies them.
Problem withOpen(Problem problem, const std::vector<RemedySetting>& settings);

// The settings of a plan that the problem has otherwise, at the plan's values.
std::vector<RemedyChange> changesOf(const Plan& plan, const std::vector<RemedySetting>& settings,
                                    const Problem& problem);

// The options that make these changes when they follow a command line: "--policy full --sequence-parallel". `changed`
// is the problem with the changes. Nothing where a cluster has no short form.
std::optional<std::string> commandOptions(const std::vector<RemedyChange>& changes, const Problem& changed);

}
