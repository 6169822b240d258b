// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/hardware/offerbook.h"

#include "core/words/common.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <utility>

namespace stagecraft {

namespace {

using Found = std::vector<const Offer*>;

struct Chosen {
    std::mutex mutex;
    std::shared_ptr<const OfferBook> book; // null until first use
};

Chosen& chosenOffers()
{
    static Chosen chosen;
    return chosen;
}

Found ofNodes(const OfferBook& book, std::string_view device, int devices_per_node)
{
    Found found;
    for (const KnownOffer& known : book.offers) {
        if (known.offer.device == device && known.offer.devices_per_node == devices_per_node) {
            found.push_back(&known.offer);
        }
    }
    return found;
}

template <typename Matches>
Found those(const Found& all, Matches matches)
{
    Found found;
    std::copy_if(all.begin(), all.end(), std::back_inserter(found),
                 [&](const Offer* offer) { return matches(*offer); });
    return found;
}

const Offer* onlyOf(const Found& found)
{
    const Found on_demand = those(found, [](const Offer& offer) { return offer.kind == OfferKind::OnDemand; });
    return on_demand.size() == 1 ? on_demand.front() : found.size() == 1 ? found.front() : nullptr;
}

}

const KnownOffer* OfferBook::byId(std::string_view id) const
{
    const auto known =
        std::find_if(offers.begin(), offers.end(), [&](const KnownOffer& each) { return each.offer.id() == id; });
    return known == offers.end() ? nullptr : &*known;
}

const Offer* OfferBook::find(std::string_view name, std::string_view device, int devices_per_node) const
{
    const Found all = ofNodes(*this, device, devices_per_node);
    const Found same = those(all, [&](const Offer& offer) { return offer.id() == name; });
    if (!same.empty()) {
        return same.front();
    }
    const Offer* found = onlyOf(those(all, [&](const Offer& offer) { return offer.provider == name; }));
    return found != nullptr ? found : onlyOf(those(all, [&](const Offer& offer) { return offer.name == name; }));
}

Argument OfferBook::idsOf(std::string_view device, int devices_per_node) const
{
    ArgumentList ids;
    for (const Offer* offer : ofNodes(*this, device, devices_per_node)) {
        ids.emplace_back(offer->id());
    }
    return ids.empty() ? Argument(words::common::none) : Argument(std::move(ids));
}

OfferBook withUserDefined(const OfferBook& shipped, std::vector<Offer> user_defined)
{
    OfferBook all;
    for (Offer& offer : user_defined) {
        all.offers.push_back({std::move(offer), true});
    }
    const std::size_t count = all.offers.size();
    for (const KnownOffer& known : shipped.offers) {
        const auto end = all.offers.begin() + static_cast<std::ptrdiff_t>(count);
        if (std::none_of(all.offers.begin(), end,
                         [&](const KnownOffer& other) { return other.offer.id() == known.offer.id(); })) {
            all.offers.push_back(known);
        }
    }
    return all;
}

std::shared_ptr<const OfferBook> offers()
{
    Chosen& chosen = chosenOffers();
    const std::lock_guard lock(chosen.mutex);
    if (!chosen.book) {
        chosen.book = std::make_shared<const OfferBook>(shippedOffers());
    }
    return chosen.book;
}

void setOffers(OfferBook book)
{
    auto next = std::make_shared<const OfferBook>(std::move(book));
    Chosen& chosen = chosenOffers();
    const std::lock_guard lock(chosen.mutex);
    chosen.book = std::move(next);
}

}
