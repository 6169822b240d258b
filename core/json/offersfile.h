// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/hardware/offer.h"

#include <string>
#include <string_view>
#include <vector>

namespace stagecraft {

inline constexpr std::string_view offersFormat = "stagecraft-offers";
inline constexpr int offersFormatVersion = 1;

// Writes offers as JSON; schema: resources/schemas/offers.schema.json.
std::string writeOffers(const std::vector<Offer>& offers);

// Reads an offers file. Ids must be unique and no offer may have an offerFault(). Errors: NotJson, FileTooLarge (64
// MiB), Field*, FormatWrong, FormatNewer; `where` names the origin.
Result<std::vector<Offer>> readOffers(std::string_view text, const std::string& where);

}
