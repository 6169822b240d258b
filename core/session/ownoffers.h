// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/hardware/offer.h"

#include <QString>

#include <string>
#include <vector>

namespace stagecraft {

// The user's own offers: an offers file, "offers.json" in dataFolder().
QString ownOffersPath();

// None where there is no such file. Errors: those of readFile() and readOffers().
Result<std::vector<Offer>> ownOffers();

// Replaces the file's content; makes the folder. Errors: those of writeFile().
Result<void> writeOwnOffers(const std::vector<Offer>& offers);

// Puts the user's own offers into offers(). After an error these are as they were. Errors: those of ownOffers().
Result<void> useOwnOffers();

// Ids, in the order of the offers.
struct AddedOffers {
    std::vector<std::string> added;
    std::vector<std::string> replaced; // own ones of the same id
};

// Puts these among the user's own offers, and these into offers(). Two programs that do so at once may lose offers of
// one of them. After an error the file and offers() are as they were. Errors: those of ownOffers() and
// writeOwnOffers(); FieldInconsistent where offerFault() has something against one of them.
Result<AddedOffers> addOwnOffers(const std::vector<Offer>& offers);

// The other way round; true if there was one of this id. Errors: those of ownOffers() and writeOwnOffers().
Result<bool> removeOwnOffer(const std::string& id);

}
