// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/search.h"

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace stagecraft {

// The least peak of plans that are like the recommended one in all but one dimension; depth and partition are free.
struct PlanAlternative {
    std::string dimension; // "tensor", "data", ...: as options spell them
    std::string value; // that it has instead
    Bytes peak;
    bool fits = false;

    friend bool operator==(const PlanAlternative&, const PlanAlternative&) = default;
};

// Another candidate, by its index.
struct PlanNeighbor {
    std::size_t candidate = 0;
    Bytes more; // that its peak is higher by; negative: lower
    // Of several groups of devices, where peaks are compared by shares: that its fullest device is fuller by, as a part
    // of its capacity, and how full that is.
    std::optional<double> more_share {};
    std::optional<double> share {};
    Seconds faster;
    std::optional<Usd> cheaper; // a step; nothing without prices

    friend bool operator==(const PlanNeighbor&, const PlanNeighbor&) = default;
};

// Why a plan is recommended, what binds it, and what giving way would bring.
struct Explanation {
    int stage = 0; // that has the highest peak, or the largest share of its device's capacity
    Bytes peak; // of its devices
    PeakMoment moment;
    std::string part; // of the breakdown, that is largest there: "activations"
    Bytes part_bytes;
    std::optional<double> share; // of the device's capacity, where peaks are compared by that
    // Each dimension's values, least peak first; none over several groups of devices.
    std::vector<PlanAlternative> alternatives;
    // On the front: what the next bytes would bring, what the next dollars would, and what fewer bytes would take.
    std::optional<PlanNeighbor> next_faster;
    std::optional<PlanNeighbor> next_more_expensive; // the cheapest of those that are faster; nothing without prices
    std::optional<PlanNeighbor> next_lower_peak; // the fastest of those with a lower peak
    std::optional<PlanNeighbor> fastest;
    std::optional<PlanNeighbor> cheapest;

    friend bool operator==(const Explanation&, const Explanation&) = default;
};

// Nothing where no plan is recommended, or it was not found by the search over equal degrees (given split points,
// degrees of each stage). Searches each alternative: exact. More and less memory are by the measure that plans are
// compared by. `result`: searchPlans() of the problem.
std::optional<Explanation> explainRecommended(const Problem& problem, const CostModel& model,
                                              const SearchResult& result, const std::stop_token& stop = {});

}
