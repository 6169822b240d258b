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

// Setting of a problem that a remedy changes.
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

// One setting and its new value, in command-line form: "megatron-core", "sdpa", "16", "4", "on", "full", "3", "1",
// "32", "optimizer", "9".
struct RemedyChange {
    RemedyKind kind = RemedyKind::SequenceParallel;
    std::string value;

    friend bool operator==(const RemedyChange&, const RemedyChange&) = default;
};

using RemedyChanges = std::vector<RemedyChange>;

bool hasChange(const std::vector<RemedyChange>& changes, RemedyKind kind);

// A setting that trades speed for memory, with its alternative values, mildest first.
struct RemedySetting {
    RemedyKind kind = RemedyKind::SequenceParallel;
    std::vector<std::string> values; // not empty
};

// Returns the settings that a remedy can change: context parallelism (on one device group), sequence parallelism,
// recomputation, ZeRO stage, micro-batch size (or number of micro-batches, if that is fixed), optimizer offload.
// Excludes settings that the search varies already, that the model or the cluster does not support, and that are at
// their last value.
std::vector<RemedySetting> remedySettings(const Problem& problem);

// Returns, as changes, the other frameworks whose plans the problem's target allows and whose memory model is accurate.
// Empty if costs are given.
std::vector<std::vector<RemedyChange>> otherFrameworks(const Problem& problem);

// Returns tensor-parallel sizes beyond those that a search tries (largestVariedDegree()), ascending. Their ranks
// communicate over the network, which is slow. Empty on several device groups.
std::vector<std::string> tensorBeyondNode(const Problem& problem);

// Returns the problem with these changes. Nodes: the cluster must have one group. Tensor: the search no longer varies
// it.
Problem withChanges(Problem problem, const std::vector<RemedyChange>& changes);

// Returns the problem with these settings varied by the search, as far as a search can vary them.
Problem withOpen(Problem problem, const std::vector<RemedySetting>& settings);

// Returns the settings of a plan that differ from the problem, with the plan's values.
std::vector<RemedyChange> changesOf(const Plan& plan, const std::vector<RemedySetting>& settings,
                                    const Problem& problem);

// Returns command-line options that make these changes if appended: "--policy full --sequence-parallel". `changed`: the
// problem with the changes. Empty if the cluster has no short form.
std::optional<std::string> commandOptions(const std::vector<RemedyChange>& changes, const Problem& changed);

}
