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
    bool user_defined = false; // user-defined, not shipped; not stored in files

    friend bool operator==(const KnownOffer&, const KnownOffer&) = default;
};

// Offers by id. A value type: copies are independent, concurrent reads are safe.
struct OfferBook {
    std::vector<KnownOffer> offers; // ids are unique

    // Finds an offer by id. Null if there is none; valid until `offers` changes.
    const KnownOffer* byId(std::string_view id) const;

    // Finds an offer for nodes with these devices by `name`: an id ("aws/p5.48xlarge"), else a provider or a node name
    // if it matches a single on-demand offer, or a single offer. Null if there is none; valid until `offers` changes.
    const Offer* find(std::string_view name, std::string_view device, int devices_per_node) const;

    // Returns the ids of the offers for nodes with these devices, or a message that there are none. For errors.
    Argument idsOf(std::string_view device, int devices_per_node) const;

    friend bool operator==(const OfferBook&, const OfferBook&) = default;
};

// Returns `shipped` preceded by user-defined offers, which replace shipped offers of the same id.
OfferBook withUserDefined(const OfferBook& shipped, std::vector<Offer> user_defined);

// Returns the shipped offers (resources/hardware/offers.json); each figure has a source and a date. Read once;
// thread-safe. Defined with the codecs (core/json), which parse its text.
const OfferBook& shippedOffers();

// Returns the offers in effect, which parseCluster() uses: the shipped ones unless others were set. Never null; the
// returned book never changes. Thread-safe.
std::shared_ptr<const OfferBook> offers();

// Replaces offers() for subsequent calls. Thread-safe.
void setOffers(OfferBook book);

}
