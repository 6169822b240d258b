// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/search.h"

#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace stagecraft {

// Fair: all partitioners split the same plan, with the same depth, parallelism, micro-batch, schedule and policies.
// Own: each partitioner chooses the depth, the parallelism and the samples per micro-batch by its rule, within the
// global batch.
enum class ComparisonMode { Fair, Own };

template <>
inline constexpr auto enumNames<ComparisonMode> = std::array {
    std::pair {ComparisonMode::Fair, std::string_view("fair")},
    std::pair {ComparisonMode::Own, std::string_view("own")},
};

// Result of one partitioner for a problem. Without stages it has no answer; `reason` gives the cause.
struct PartitionerRow {
    std::string partitioner; // "stagecraft" for the exact search, else the baseline's name
    Message title;
    std::string source; // authors and year of the baseline; may be empty
    Message reason;
    std::vector<Stage> stages;
    std::int64_t micro_batches = 0;
    int devices = 0;
    Bytes peak; // largest over its devices
    std::optional<double> peak_ratio; // ratio to the peak of the exact search
    Seconds step;
    bool step_is_bound = false; // true if `step` is a lower bound of the plan's step, not simulated
    bool fits = false;
    Message note; // parts of the rule that could not be followed
    std::optional<Candidate> candidate; // full estimate, without labels; empty if `step` is a bound

    bool hasAnswer() const { return !stages.empty(); }
};

struct PartitionerComparison {
    ComparisonMode mode = ComparisonMode::Fair;
    std::vector<PartitionerRow> rows; // exact search first, then by peak, then rows without an answer
};

struct ComparisonRequest {
    ComparisonMode mode = ComparisonMode::Fair;
    std::string partitioner {}; // a single partitioner; empty for all baselines
};

// Returns the plan that the comparison is based on: the search's first candidate whose stages have equal degrees
// (possibly the recommended one). Null if there is none.
const Candidate* comparedCandidate(const SearchResult& result);

// Runs baselines (core/search/baselines) and the exact search on the same costs. `as`: plan whose schedule, ZeRO stage,
// policies, context-parallel and expert-parallel sizes are fixed in both modes. Own: all choose from every
// tensor-parallel size that is a power of two within a node, every data-parallel size that divides the samples per
// micro-batch (over all replicas), and for those samples the plan's micro-batch times a power of two. Among its answers
// for different samples, a baseline keeps the one with the fastest slowest stage that fits, or the one with the lowest
// peak if none fits or if the baseline minimizes the peak; the exact search keeps the lowest peak, including plans with
// different degrees per stage. No rows when stopped. Deterministic. Requires that all stages of `as` have equal degrees
// and separate pipeline ranks. Errors: OptionUnsupported for an unknown partitioner; those of chainCosts() and
// estimatePlan().
Result<PartitionerComparison> comparePartitioners(const Problem& problem, const CostModel& model, const Plan& as,
                                                  const ComparisonRequest& request, std::stop_token stop = {});

// Errors: OptionUnsupported, with all names, if there is no baseline of that name.
Result<void> requireBaseline(std::string_view name);

}
