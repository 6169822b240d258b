// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/cluster.h"

#include <map>
#include <string>
#include <utility>

namespace stagecraft {

// How nodes of each kind were had last, so that hardware which is changed there and back keeps the offer, or the price,
// that was chosen for it. A value; no thread of its own.
class ChosenOffers {
public:
    // Remembers the offers and prices of all groups; also that nodes have none. Memory or links that were changed by
    // hand are not remembered.
    void note(const Cluster& cluster);
    // Gives the nodes what such nodes (device type, devices of a node) had last: price, offer and the offer's links.
    // False where no such nodes were noted; then the group is as it was.
    bool apply(ClusterGroup& group) const;

    friend bool operator==(const ChosenOffers&, const ChosenOffers&) = default;

private:
    struct Price {
        std::optional<UsdPerHour> per_node;
        std::optional<Offer> offer;

        friend bool operator==(const Price&, const Price&) = default;
    };

    std::map<std::pair<std::string, int>, Price> m_prices; // by device type and devices of a node
};

}
