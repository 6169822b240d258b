// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/planspace.h"

#include <algorithm>
#include <cstdint>
#include <queue>
#include <utility>
#include <vector>

namespace stagecraft {

// Configuration groups that are searched among themselves.
struct SearchRound {
    std::vector<bool> config_groups; // by their index in the space, whether it is one of these
    bool exact = false; // their bounds are close (1F1B): they are known soon
};

// Bounds of steps are far below what plans take where a schedule has no closed form, layers are computed again or
// states lie on the host: in the order of their bounds such configuration groups keep all others waiting. So they are
// gone through in rounds, those first that a question with less to vary has: by schedule, first those with closed
// forms, of each what trains without recomputation, offload and sequence parallelism before the rest. Empty where
// nothing of that varies.
std::vector<SearchRound> searchRounds(const PlanSpace& space);

// A queue of items with a configuration each, of which some can be put aside all at once.
template <typename Item>
class RoundQueue : public std::priority_queue<Item> {
public:
    // Leaves those that are asked for; returns the others.
    template <typename Asked>
    std::vector<Item> setAside(Asked asked)
    {
        auto& items = this->c;
        const auto others = std::partition(items.begin(), items.end(), [&](const Item& item) { return asked(item); });
        std::vector<Item> aside(others, items.end());
        items.erase(others, items.end());
        std::make_heap(items.begin(), items.end(), this->comp);
        return aside;
    }

    // Leaves none. In no order that tells anything.
    std::vector<Item> takeAll() { return std::exchange(this->c, {}); }

    void putBack(const std::vector<Item>& aside)
    {
        this->c.insert(this->c.end(), aside.begin(), aside.end());
        std::make_heap(this->c.begin(), this->c.end(), this->comp);
    }
};

// What of `left` work a round may take: of the exact ones half each, of others an equal share.
std::int64_t workOfRound(const std::vector<SearchRound>& rounds, std::size_t round, std::int64_t left);

}
