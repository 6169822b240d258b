// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/offer.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace stagecraft {

struct KnownOffer {
    Offer offer;
    bool user_defined = false; // the user's, not shipped; files do not say so

    friend bool operator==(const KnownOffer&, const KnownOffer&) = default;
};

// Offers by their ids. A value: copies are independent, reading one is safe from any thread.
struct OfferBook {
    std::vector<KnownOffer> offers; // each id once

    // Null if there is none; valid until `offers` changes.
    const KnownOffer* byId(std::string_view id) const;

    // The offer of such nodes that `name` means: an id ("aws/p5.48xlarge"), else a provider or the name of a node where
    // that leaves one offer on demand, or one at all. Null otherwise; valid until `offers` changes.
    const Offer* find(std::string_view name, std::string_view device, int devices_per_node) const;

    // For errors: the ids of the offers of such nodes, or that there are none.
    Argument idsOf(std::string_view device, int devices_per_node) const;

    friend bool operator==(const OfferBook&, const OfferBook&) = default;
};

// `shipped` with user-defined offers before it. One of the same id takes the place of the shipped one.
OfferBook withUserDefined(const OfferBook& shipped, std::vector<Offer> user_defined);

// What comes along (resources/hardware/offers.json), each figure with source and date. Read once; thread-safe. Defined
// with the codecs (core/json), which its text needs.
const OfferBook& shippedOffers();

// The offers of this program, which parseCluster() looks into: the shipped ones unless others were set. Never null;
// what is held stays as it is. Thread-safe.
std::shared_ptr<const OfferBook> offers();

// Replaces offers() for those who ask from now on. Thread-safe.
void setOffers(OfferBook book);

}
