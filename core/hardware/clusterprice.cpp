// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/hardware/clusterprice.h"

#include "core/hardware/catalogue.h"
#include "core/hardware/clustername.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace stagecraft {

namespace {

using LinkOfOffer = std::optional<Link> Offer::*;
using LinkOfEntry = Link CatalogueEntry::*;

// Resets a link to that of the catalogue if it came from the group's offer. Other links, such as those of a cluster
// file, are kept.
void dropLink(ClusterGroup& group, Link& link, LinkOfOffer offered, LinkOfEntry usual)
{
    const CatalogueEntry* entry = catalogue().find(group.device.name);
    if (entry != nullptr && group.offer && (*group.offer).*offered == link) {
        link = entry->*usual;
    }
}

void dropOffer(ClusterGroup& group)
{
    dropLink(group, group.intra_node, &Offer::intra_node, &CatalogueEntry::intra_node);
    dropLink(group, group.network, &Offer::network, &CatalogueEntry::network);
    group.offer.reset();
    group.price_per_node.reset();
}

Cluster renamed(Cluster cluster)
{
    cluster.name.clear();
    for (const ClusterGroup& group : cluster.groups) {
        cluster.name += (cluster.name.empty() ? "" : "+") + clusterName(group);
    }
    return cluster;
}

}

bool isOfferFor(const Offer& offer, const ClusterGroup& group)
{
    return offer.device == group.device.name && offer.devices_per_node == group.devices_per_node;
}

std::vector<KnownOffer> offersFor(const OfferBook& book, const ClusterGroup& group)
{
    std::vector<KnownOffer> found;
    std::copy_if(book.offers.begin(), book.offers.end(), std::back_inserter(found),
                 [&](const KnownOffer& known) { return isOfferFor(known.offer, group); });
    return found;
}

std::optional<Offer> cheapestOnDemand(const OfferBook& book, const ClusterGroup& group)
{
    std::optional<Offer> cheapest;
    for (const auto& [offer, own] : offersFor(book, group)) {
        if (offer.kind == OfferKind::OnDemand && (!cheapest || hourlyPrice(offer) < hourlyPrice(*cheapest))) {
            cheapest = offer;
        }
    }
    return cheapest;
}

void takeOffer(ClusterGroup& group, const Offer& offer)
{
    group.intra_node = offer.intra_node.value_or(group.intra_node);
    group.network = offer.network.value_or(group.network);
    group.price_per_node = hourlyPrice(offer);
    group.offer = offer;
}

Cluster withOffer(const Cluster& cluster, std::size_t group, const Offer& offer)
{
    Cluster changed = cluster;
    dropOffer(changed.groups.at(group));
    takeOffer(changed.groups[group], offer);
    return renamed(std::move(changed));
}

Cluster withPrice(const Cluster& cluster, std::size_t group, std::optional<UsdPerHour> price_per_node)
{
    Cluster changed = cluster;
    ClusterGroup& nodes = changed.groups.at(group);
    dropOffer(nodes);
    nodes.price_per_node = price_per_node;
    return renamed(std::move(changed));
}

}
