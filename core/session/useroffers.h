// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/hardware/offer.h"

#include <QString>

#include <string>
#include <vector>

namespace stagecraft {

// Path of the user-defined offers: the offers file "offers.json" in dataFolder().
QString userOffersPath();

// Empty if the file does not exist. Errors: those of readFile() and readOffers().
Result<std::vector<Offer>> userOffers();

// Replaces the file's content; makes the folder. Errors: those of writeFile().
Result<void> writeUserOffers(const std::vector<Offer>& offers);

// Adds user-defined offers to offers(), which is unchanged after an error. Errors: those of userOffers().
Result<void> useUserOffers();

// Ids in the order of the offers.
struct AddedOffers {
    std::vector<std::string> added;
    std::vector<std::string> replaced; // user-defined offers with the same id
};

// Adds offers to the user-defined ones and to offers(). Two programs doing so at once may lose one program's offers.
// After an error the file and offers() are unchanged. Errors: those of userOffers() and writeUserOffers();
// FieldInconsistent if an offer has an offerFault().
Result<AddedOffers> addUserOffers(const std::vector<Offer>& offers);

// Removes an offer from both; returns true if there was one with this id. Errors: those of userOffers() and
// writeUserOffers().
Result<bool> removeUserOffer(const std::string& id);

}
