// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/hardware/offer.h"

#include <QString>

#include <string>
#include <vector>

namespace stagecraft {

// The user-defined offers: an offers file, "offers.json" in dataFolder().
QString userOffersPath();

// None where there is no such file. Errors: those of readFile() and readOffers().
Result<std::vector<Offer>> userOffers();

// Replaces the file's content; makes the folder. Errors: those of writeFile().
Result<void> writeUserOffers(const std::vector<Offer>& offers);

// Puts user-defined offers into offers(). After an error these are as they were. Errors: those of userOffers().
Result<void> useUserOffers();

// Ids, in the order of the offers.
struct AddedOffers {
    std::vector<std::string> added;
    std::vector<std::string> replaced; // own ones of the same id
};

// Puts these among user-defined offers, and these into offers(). Two programs that do so at once may lose offers of
// one of them. After an error the file and offers() are as they were. Errors: those of userOffers() and
// writeUserOffers(); FieldInconsistent where offerFault() has something against one of them.
Result<AddedOffers> addUserOffers(const std::vector<Offer>& offers);

// The other way round; true if there was one of this id. Errors: those of userOffers() and writeUserOffers().
Result<bool> removeUserOffer(const std::string& id);

}
