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

// Configuration groups that are searched together.
struct SearchRound {
    std::vector<bool> config_groups; // by index in the space: true if part of the round
    bool exact = false; // the groups have tight bounds (1F1B), so that they finish early
};

// Splits a space into rounds. Step bounds are far below real step times for schedules without a closed form, for
// recomputation and for offload; in a best-first order, such configuration groups would delay all others. Rounds go by
// schedule, closed forms first; within a schedule, groups without recomputation, offload and sequence parallelism come
// first, as in a problem that varies less. Empty if none of these vary.
std::vector<SearchRound> searchRounds(const PlanSpace& space);

// Priority queue of items with a configuration each; some items can be set aside at once.
template <typename Item>
class RoundQueue : public std::priority_queue<Item> {
public:
    // Keeps the items that satisfy `asked`; returns the others.
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

    // Empties the queue; the items are in no particular order.
    std::vector<Item> takeAll() { return std::exchange(this->c, {}); }

    void putBack(const std::vector<Item>& aside)
    {
        this->c.insert(this->c.end(), aside.begin(), aside.end());
        std::make_heap(this->c.begin(), this->c.end(), this->comp);
    }
};

// Returns the part of `left` work that a round may use: half for an exact round, an equal share for others.
std::int64_t workOfRound(const std::vector<SearchRound>& rounds, std::size_t round, std::int64_t left);

}
