// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/search.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace stagecraft {

// The four aims that a search answers at once, in the order in which they are shown.
enum class Pick { LeastMemory, Balanced, Fastest, Cheapest };

template <>
inline constexpr auto enumNames<Pick> = std::array {
    std::pair {Pick::LeastMemory, std::string_view("least_memory")},
    std::pair {Pick::Balanced, std::string_view("balanced")},
    std::pair {Pick::Fastest, std::string_view("fastest")},
    std::pair {Pick::Cheapest, std::string_view("cheapest")},
};

// The plan that serves one aim best.
struct PickedPlan {
    Pick pick = Pick::LeastMemory;
    std::size_t candidate = 0; // index into the result's candidates
    double slowdown = 1; // its step over that of the fastest plan
    bool recommended = false; // the objective's own
    std::optional<Pick> same_as {}; // an earlier pick with the same plan
};

// One for each aim, in the order of Pick, among the candidates that fit; without prices there is no cheapest one.
// Empty where nothing is recommended. Linear in the candidates; any thread.
std::vector<PickedPlan> pickedPlans(const SearchResult& result, const Problem& problem);

// The objective that recommends this pick.
Objective objectiveOf(Pick pick);

}
