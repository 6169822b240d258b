// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/cluster.h"

#include <cstddef>
#include <vector>

namespace stagecraft {

// Orders in which a pipeline may visit the device groups of a cluster.
struct GroupOrders {
    std::vector<std::vector<int>> orders; // permutations of group indices
    bool all = true; // true if no orders are missing, up to swaps of equal groups
};

// Number of orders of four groups.
inline constexpr std::size_t mostGroupOrders = 24;

// Returns all orders if there are at most mostGroupOrders; else a few heuristic ones: groups as given, by memory and by
// memory bandwidth, each in both directions.
GroupOrders groupOrders(const Cluster& cluster);

}
