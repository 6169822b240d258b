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

// Offers as a file (JSON); schema: resources/schemas/offers.schema.json.
std::string writeOffers(const std::vector<Offer>& offers);

// The offers of such a file, each id once, none with an offerFault(). Errors: NotJson, FileTooLarge (64 MiB), Field*,
// FormatWrong, FormatNewer; `where` names the origin.
Result<std::vector<Offer>> readOffers(std::string_view text, const std::string& where);

}
