// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/cluster.h"
#include "core/hardware/offerbook.h"

#include <optional>
#include <vector>

namespace stagecraft {

// Whether what this offer lets are nodes as the group's: of its device type, with as many devices.
bool isOfferFor(const Offer& offer, const ClusterGroup& group);

// All such of the book, in its order.
std::vector<KnownOffer> offersFor(const OfferBook& book, const ClusterGroup& group);

// The cheapest offer on demand for such nodes, of equal ones the first; nothing without any.
std::optional<Offer> cheapestOnDemand(const OfferBook& book, const ClusterGroup& group);

// The group's nodes, of which none is offered yet, as had by this offer: its price, and its links where it tells them.
// Needs isOfferFor().
void takeOffer(ClusterGroup& group, const Offer& offer);

// The cluster with the nodes of one of its groups (`group`, an index) had by this offer: with its price, and with its
// links where it tells them; links of an offer before go back to the catalogue's. The name follows (clusterName()).
// Needs isOfferFor().
Cluster withOffer(const Cluster& cluster, std::size_t group, const Offer& offer);

// The same with a price that is nobody's offer, or none.
Cluster withPrice(const Cluster& cluster, std::size_t group, std::optional<UsdPerHour> price_per_node);

}
