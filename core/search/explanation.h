// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/search.h"

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace stagecraft {

// Lowest peak of plans that differ from the recommended one in one dimension; depth and partition are free.
struct PlanAlternative {
    std::string dimension; // "tensor", "data", ...: spelled as in the options
    std::string value; // value of the alternative
    Bytes peak;
    bool fits = false;

    friend bool operator==(const PlanAlternative&, const PlanAlternative&) = default;
};

// Comparison of another candidate, given by its index, with the recommended one.
struct PlanNeighbor {
    std::size_t candidate = 0;
    Bytes more; // peak difference; negative if the candidate's peak is lower
    // For several groups of devices, whose peaks are compared by shares: difference of the fullest device's share of
    // its capacity, and the candidate's share.
    std::optional<double> more_share {};
    std::optional<double> share {};
    Seconds faster;
    std::optional<Usd> cheaper; // per step; empty without prices

    friend bool operator==(const PlanNeighbor&, const PlanNeighbor&) = default;
};

// Reasons for the recommended plan: its peak, the parts that cause it, and the alternatives to it.
struct Explanation {
    int stage = 0; // 0-based; has the highest peak, or the largest share of its device's capacity
    Bytes peak; // per device of that stage
    PeakMoment moment;
    std::string part; // largest part of the breakdown at that moment: "activations"
    Bytes part_bytes;
    std::optional<double> share; // peak as a share of the device's capacity; empty if peaks are compared by bytes
    // Alternatives in order of dimension, then lowest peak first; empty for several groups of devices.
    std::vector<PlanAlternative> alternatives;
    // Neighbors on the Pareto front: the plan reached with more memory, with more money, and with less memory.
    std::optional<PlanNeighbor> next_faster;
    std::optional<PlanNeighbor> next_more_expensive; // cheapest of the faster plans; empty without prices
    std::optional<PlanNeighbor> next_lower_peak; // fastest of the plans with a lower peak
    std::optional<PlanNeighbor> fastest;
    std::optional<PlanNeighbor> cheapest;

    friend bool operator==(const Explanation&, const Explanation&) = default;
};

// Explains the recommended plan. Empty if no plan is recommended, or if it does not come from the search over equal
// degrees (given split points, degrees per stage). Searches each alternative exactly. Peaks are compared by the
// problem's measure. `result`: searchPlans() of the problem.
std::optional<Explanation> explainRecommended(const Problem& problem, const CostModel& model,
                                              const SearchResult& result, const std::stop_token& stop = {});

}
