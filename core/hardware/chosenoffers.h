// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/cluster.h"

#include <map>
#include <string>
#include <utility>

namespace stagecraft {

// Last price or offer of each kind of node, so that a user who changes hardware back and forth keeps the chosen one. A
// value type; not synchronized.
class ChosenOffers {
public:
    // Stores the offers and prices of all groups, including their absence. Manually changed memory or links are not
    // stored.
    void note(const Cluster& cluster);
    // Applies the last price, offer and links of the offer for nodes like the group's (device type, devices per node).
    // Returns false and leaves the group unchanged if none was stored.
    bool apply(ClusterGroup& group) const;

    friend bool operator==(const ChosenOffers&, const ChosenOffers&) = default;

private:
    struct Price {
        std::optional<UsdPerHour> per_node;
        std::optional<Offer> offer;

        friend bool operator==(const Price&, const Price&) = default;
    };

    std::map<std::pair<std::string, int>, Price> m_prices; // by device type and devices per node
};

}
