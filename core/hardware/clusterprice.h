// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/cluster.h"
#include "core/hardware/offerbook.h"

#include <optional>
#include <vector>

namespace stagecraft {

// True if the offer is for nodes like the group's: same device type and devices per node.
bool isOfferFor(const Offer& offer, const ClusterGroup& group);

// Returns all offers for nodes like the group's, in the order of the book.
std::vector<KnownOffer> offersFor(const OfferBook& book, const ClusterGroup& group);

// Returns the cheapest on-demand offer for nodes like the group's, the first of equals; empty if there is none.
std::optional<Offer> cheapestOnDemand(const OfferBook& book, const ClusterGroup& group);

// Applies an offer to the nodes of a group without one: its price, and its links if it has any. Requires isOfferFor().
void takeOffer(ClusterGroup& group, const Offer& offer);

// Returns the cluster with an offer for one of its groups (`group`, an index): its price, and its links if it has any;
// links of the previous offer revert to those of the catalogue. Updates the name (clusterName()). Requires
// isOfferFor().
Cluster withOffer(const Cluster& cluster, std::size_t group, const Offer& offer);

// Returns the cluster with a price without an offer for one of its groups; empty: no price.
Cluster withPrice(const Cluster& cluster, std::size_t group, std::optional<UsdPerHour> price_per_node);

}
