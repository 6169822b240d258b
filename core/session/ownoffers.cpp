// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/ownoffers.h"

#include "core/base/files.h"
#include "core/hardware/offerbook.h"
#include "core/json/offersfile.h"
#include "core/session/datafolder.h"

#include <QDir>
#include <QFileInfo>

#include <utility>

namespace stagecraft {

namespace {

constexpr Bytes offersLimit(16 << 20);

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
    if (!own->empty()) {
        setOffers(withOwn(shippedOffers(), std::move(*own)));
    }
    return {};
}

}
