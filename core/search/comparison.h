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

// Fair: all cut the same plan, of one depth, with the same degrees, micro-batch, schedule and policies. Own: each takes
// the depth, the degrees and the samples of a micro-batch that are best by its own rule, within the global batch.
enum class ComparisonMode { Fair, Own };

template <>
inline constexpr auto enumNames<ComparisonMode> = std::array {
    std::pair {ComparisonMode::Fair, std::string_view("fair")},
    std::pair {ComparisonMode::Own, std::string_view("own")},
};

// What one partitioner makes of a problem. Without stages it has no answer, for `reason`.
struct PartitionerRow {
    std::string partitioner; // "stagecraft" for the exact search, else the baseline's name
    Message title;
    std::string source; // authors and year of the baseline; may be empty
    Message reason;
    std::vector<Stage> stages;
    std::int64_t micro_batches = 0;
    int devices = 0;
    Bytes peak; // the largest of its devices
    std::optional<double> peak_ratio; // peak over that of the exact search
    Seconds step;
    bool step_is_bound = false; // no step of the plan is shorter; it is not simulated
    bool fits = false;
    Message note; // what of the rule could not be followed
    std::optional<Candidate> candidate; // unless its step is a bound: in full, without labels

    bool hasAnswer() const { return !stages.empty(); }
};

struct PartitionerComparison {
    ComparisonMode mode = ComparisonMode::Fair;
    std::vector<PartitionerRow> rows; // the exact search first, then by peak, then those without an answer
};

struct ComparisonRequest {
    ComparisonMode mode = ComparisonMode::Fair;
    std::string partitioner {}; // one alone; empty: every baseline
};

// The plan that others are compared by: the first of the search whose stages are spread alike, the recommended one
// among them. Null if there is none.
const Candidate* comparedCandidate(const SearchResult& result);

// Runs baselines (core/search/baselines) beside the exact search, on the same costs. `as` has what is fixed: of its
// schedule, ZeRO stage, policies, context and expert degrees in both modes. Own: all choose from every tensor degree
// that is a power of two within a node, every data degree that divides the samples of a micro-batch (over all
// replicas), and for those the plan's micro-batch times a power of two. Of the answers for different samples a baseline
// keeps the one whose slowest stage takes the least time among those that fit, or the one of the least peak where none
// fits or where that is what it looks for; the exact search the least peak, stages with degrees of their own among its
// plans.  No rows when stopped.
// Deterministic. Needs stages of `as` that are spread alike, each on a pipeline rank of its own. Errors:
// OptionUnsupported for an unknown partitioner; those of chainCosts() and estimatePlan().
Result<PartitionerComparison> comparePartitioners(const Problem& problem, const CostModel& model, const Plan& as,
                                                  const ComparisonRequest& request, std::stop_token stop = {});

// Errors: OptionUnsupported with all names, unless it is that of a baseline.
Result<void> requireBaseline(std::string_view name);

}
