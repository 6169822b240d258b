// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/search.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace stagecraft {

// Goals that one search answers, in display order.
enum class Pick { LeastMemory, Balanced, Fastest, Cheapest };

template <>
inline constexpr auto enumNames<Pick> = std::array {
    std::pair {Pick::LeastMemory, std::string_view("least_memory")},
    std::pair {Pick::Balanced, std::string_view("balanced")},
    std::pair {Pick::Fastest, std::string_view("fastest")},
    std::pair {Pick::Cheapest, std::string_view("cheapest")},
};

// The best plan for one goal.
struct PickedPlan {
    Pick pick = Pick::LeastMemory;
    std::size_t candidate = 0; // index into the result's candidates
    double slowdown = 1; // step time over that of the fastest plan
    bool recommended = false; // true for the plan recommended by the objective
    std::optional<Pick> same_as {}; // an earlier pick of the same plan
};

// Returns one plan per goal, in the order of Pick, among the candidates that fit; without prices, none for Cheapest.
// Empty if no plan is recommended. Linear in the candidates; safe from any thread.
std::vector<PickedPlan> pickedPlans(const SearchResult& result, const Problem& problem);

// Returns the objective that recommends this pick.
Objective objectiveOf(Pick pick);

}
