// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/hardware/offer.h"

#include <QString>

#include <vector>

namespace stagecraft {

// The user's own offers: an offers file, "offers.json" in dataFolder().
QString ownOffersPath();

// None where there is no such file. Errors: those of readFile() and readOffers().
Result<std::vector<Offer>> ownOffers();

// Replaces the file's content; makes the folder. Errors: those of writeFile().
Result<void> writeOwnOffers(const std::vector<Offer>& offers);

// Puts the user's own offers into offers(). A program calls it at its start, before it has threads. After an error the
// offers are the shipped ones, and the file is as it was. Errors: those of ownOffers().
Result<void> useOwnOffers();

}
