// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/cluster.h"

#include <cstddef>
#include <vector>

namespace stagecraft {

// In which orders a pipeline may come to the groups of a cluster.
struct GroupOrders {
    std::vector<std::vector<int>> orders; // of indices of groups, each of them once
    bool all = true; // there are no others, but for those that swap equal groups
};

// So many orders are of four groups.
inline constexpr std::size_t mostGroupOrders = 24;

// All where they are no more than mostGroupOrders; else a few that serve: groups as they are given, by memory, by
// memory bandwidth, each in both directions.
GroupOrders groupOrders(const Cluster& cluster);

}
