// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/hardware/chosenoffers.h"

#include "core/hardware/clusterprice.h"

namespace stagecraft {

void ChosenOffers::note(const Cluster& cluster)
{
    for (const ClusterGroup& group : cluster.groups) {
        m_prices[{group.device.name, group.devices_per_node}] = {group.price_per_node, group.offer};
    }
}

bool ChosenOffers::apply(ClusterGroup& group) const
{
    const auto found = m_prices.find({group.device.name, group.devices_per_node});
    if (found == m_prices.end()) {
        return false;
    }
    group.offer.reset();
    if (found->second.offer) {
        takeOffer(group, *found->second.offer);
    }
    group.price_per_node = found->second.per_node; // takes precedence over the offer's price
    return true;
}

}
