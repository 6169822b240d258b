// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/offersfile.h"

#include "core/hardware/offerbook.h"
#include "core/json/fields.h"
#include "core/words/hardware.h"

#include <set>

namespace stagecraft {

namespace {

constexpr std::string_view shippedOffersText =
#include "embedded/core/hardware/offers.json.inc"
    ;

std::vector<Offer> decodeOffers(const nlohmann::json& json)
{
    requireFormat(json, offersFormat, offersFormatVersion);
    const FieldReader fields(json, {});
    std::vector<Offer> offers;
    fields("offers", offers);
    std::set<std::string> ids;
    for (std::size_t i = 0; i < offers.size(); ++i) {
        const std::string path = "offers[" + std::to_string(i) + "]";
        if (const Message fault = offerFault(offers[i]); !fault.empty()) {
            failDecoding(ErrorCode::FieldInconsistent, {path, fault});
        }
        if (!ids.insert(offers[i].id()).second) {
            failDecoding(ErrorCode::FieldInconsistent, {path, say(words::hardware::offer_twice, offers[i].id())});
        }
    }
    return offers;
}

}

std::string writeOffers(const std::vector<Offer>& offers)
{
    const nlohmann::json json {
        {"format", offersFormat}, {"version", offersFormatVersion}, {"offers", valueToJson(offers)}};
    return jsonText(json, 2) + "\n";
}

Result<std::vector<Offer>> readOffers(std::string_view text, const std::string& where)
{
    return catchDecoding(where, [&] { return decodeOffers(parseJson(text)); });
}

const OfferBook& shippedOffers()
{
    // Compiled into the program: an error is a bug and may throw.
    static const OfferBook shipped = [] {
        OfferBook book;
        std::vector<Offer> read = readOffers(shippedOffersText, "offers.json").value();
        for (Offer& offer : read) {
            book.offers.push_back({std::move(offer), false});
        }
        return book;
    }();
    return shipped;
}

}
