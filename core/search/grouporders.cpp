// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/grouporders.h"

#include <algorithm>
#include <numeric>

namespace stagecraft {

namespace {

using Order = std::vector<int>;

// Maps each group to the first group equal to it.
Order kindsOf(const Cluster& cluster)
{
    const auto& groups = cluster.groups;
    Order kinds;
    for (const ClusterGroup& group : groups) {
        kinds.push_back(static_cast<int>(std::find(groups.begin(), groups.end(), group) - groups.begin()));
    }
    return kinds;
}

// Returns groups of these kinds; equal groups in ascending order of their indices.
Order groupsOf(const Order& kinds, const Order& own)
{
    std::vector<bool> taken(own.size(), false);
    Order groups;
    for (const int kind : kinds) {
        std::size_t group = 0;
        while (taken[group] || own[group] != kind) {
            ++group;
        }
        taken[group] = true;
        groups.push_back(static_cast<int>(group));
    }
    return groups;
}

template <typename Key>
Order sortedBy(const Cluster& cluster, Key key)
{
    Order order(cluster.groups.size());
    std::iota(order.begin(), order.end(), 0);
    const auto of = [&](int group) { return key(cluster.groups[static_cast<std::size_t>(group)].device); };
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return of(a) < of(b); });
    return order;
}

void addBothDirections(std::vector<Order>& orders, Order order)
{
    for (int direction = 0; direction < 2; ++direction) {
        if (std::find(orders.begin(), orders.end(), order) == orders.end()) {
            orders.push_back(order);
        }
        std::reverse(order.begin(), order.end());
    }
}

}

GroupOrders groupOrders(const Cluster& cluster)
{
    const Order own = kindsOf(cluster);
    Order kinds = own;
    std::sort(kinds.begin(), kinds.end());
    GroupOrders found;
    do {
        found.orders.push_back(groupsOf(kinds, own));
    } while (found.orders.size() <= mostGroupOrders && std::next_permutation(kinds.begin(), kinds.end()));
    if (found.orders.size() <= mostGroupOrders) {
        return found;
    }
    found = {{}, false};
    addBothDirections(found.orders, sortedBy(cluster, [](const DeviceType&) { return 0; }));
    addBothDirections(found.orders, sortedBy(cluster, [](const DeviceType& device) { return device.memory.value; }));
    addBothDirections(found.orders, sortedBy(cluster, [](const DeviceType& device) {
                          return device.memory_bandwidth ? device.memory_bandwidth->value.value : 0.0;
                      }));
    return found;
}

}
