// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/ownoffers.h"

#include "core/base/files.h"
#include "core/hardware/offerbook.h"
#include "core/json/offersfile.h"
#include "core/session/datafolder.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <utility>

namespace stagecraft {

namespace {

constexpr Bytes offersLimit(16 << 20);

auto ofId(std::vector<Offer>& own, const std::string& id)
{
    return std::find_if(own.begin(), own.end(), [&id](const Offer& offer) { return offer.id() == id; });
}

Result<void> keep(std::vector<Offer> own)
{
    if (const auto written = writeOwnOffers(own); !written) {
        return failure(written.error());
    }
    setOffers(withOwn(shippedOffers(), std::move(own)));
    return {};
}

}

QString ownOffersPath()
{
    return dataFolder() + QStringLiteral("/offers.json");
}

Result<std::vector<Offer>> ownOffers()
{
    const QFileInfo file(ownOffersPath());
    if (!file.exists() && !file.isSymLink()) {
        return std::vector<Offer>();
    }
    const std::string path = ownOffersPath().toStdString();
    const auto text = readFile(path, offersLimit);
    return text ? readOffers(*text, path) : failure(text.error());
}

Result<void> writeOwnOffers(const std::vector<Offer>& offers)
{
    QDir().mkpath(dataFolder());
    return writeFile(ownOffersPath().toStdString(), writeOffers(offers));
}

Result<void> useOwnOffers()
{
    auto own = ownOffers();
    if (!own) {
        return failure(own.error());
    }
    setOffers(withOwn(shippedOffers(), std::move(*own)));
    return {};
}

Result<AddedOffers> addOwnOffers(const std::vector<Offer>& offers)
{
    auto own = ownOffers();
    if (!own) {
        return failure(own.error());
    }
    AddedOffers result;
    for (const Offer& offer : offers) {
        const std::string id = offer.id();
        if (const std::string fault = offerFault(offer); !fault.empty()) {
            return failure(ErrorCode::FieldInconsistent, {id, fault});
        }
        const auto before = ofId(*own, id);
        (before == own->end() ? result.added : result.replaced).push_back(id);
        if (before == own->end()) {
            own->push_back(offer);
        } else {
            *before = offer;
        }
    }
    if (const auto kept = keep(std::move(*own)); !kept) {
        return failure(kept.error());
    }
    return result;
}

Result<bool> removeOwnOffer(const std::string& id)
{
    auto own = ownOffers();
    if (!own) {
        return failure(own.error());
    }
    const auto offer = ofId(*own, id);
    if (offer == own->end()) {
        return false;
    }
    own->erase(offer);
    if (const auto kept = keep(std::move(*own)); !kept) {
        return failure(kept.error());
    }
    return true;
}

}
