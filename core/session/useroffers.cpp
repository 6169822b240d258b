// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/useroffers.h"

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

auto ofId(std::vector<Offer>& user_defined, const std::string& id)
{
    return std::find_if(user_defined.begin(), user_defined.end(),
                        [&id](const Offer& offer) { return offer.id() == id; });
}

Result<void> keep(std::vector<Offer> user_defined)
{
    if (const auto written = writeUserOffers(user_defined); !written) {
        return failure(written.error());
    }
    setOffers(withUserDefined(shippedOffers(), std::move(user_defined)));
    return {};
}

}

QString userOffersPath()
{
    return dataFolder() + QStringLiteral("/offers.json");
}

Result<std::vector<Offer>> userOffers()
{
    const QFileInfo file(userOffersPath());
    if (!file.exists() && !file.isSymLink()) {
        return std::vector<Offer>();
    }
    const std::string path = userOffersPath().toStdString();
    const auto text = readFile(path, offersLimit);
    return text ? readOffers(*text, path) : failure(text.error());
}

Result<void> writeUserOffers(const std::vector<Offer>& offers)
{
    QDir().mkpath(dataFolder());
    return writeFile(userOffersPath().toStdString(), writeOffers(offers));
}

Result<void> useUserOffers()
{
    auto user_defined = userOffers();
    if (!user_defined) {
        return failure(user_defined.error());
    }
    setOffers(withUserDefined(shippedOffers(), std::move(*user_defined)));
    return {};
}

Result<AddedOffers> addUserOffers(const std::vector<Offer>& offers)
{
    auto user_defined = userOffers();
    if (!user_defined) {
        return failure(user_defined.error());
    }
    AddedOffers result;
    for (const Offer& offer : offers) {
        const std::string id = offer.id();
        if (const Message fault = offerFault(offer); !fault.empty()) {
            return failure(ErrorCode::FieldInconsistent, {id, fault});
        }
        const auto before = ofId(*user_defined, id);
        (before == user_defined->end() ? result.added : result.replaced).push_back(id);
        if (before == user_defined->end()) {
            user_defined->push_back(offer);
        } else {
            *before = offer;
        }
    }
    if (const auto kept = keep(std::move(*user_defined)); !kept) {
        return failure(kept.error());
    }
    return result;
}

Result<bool> removeUserOffer(const std::string& id)
{
    auto user_defined = userOffers();
    if (!user_defined) {
        return failure(user_defined.error());
    }
    const auto offer = ofId(*user_defined, id);
    if (offer == user_defined->end()) {
        return false;
    }
    user_defined->erase(offer);
    if (const auto kept = keep(std::move(*user_defined)); !kept) {
        return failure(kept.error());
    }
    return true;
}

}
