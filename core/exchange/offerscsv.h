// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/hardware/offer.h"

#include <string>
#include <string_view>
#include <vector>

namespace stagecraft {

// Offers from a table (CSV), a row each; columns: docs/formats.md. A row's `source` and `date` are those of all its
// figures. Every device is a type of catalogue(), by any of its names. Errors: TableMalformed with line and column,
// also where a row is no offer of `today` or before (enteredOfferFault()), two have one id, or there are none or more
// than 10,000; `where` names the origin.
Result<std::vector<Offer>> readOffersCsv(std::string_view text, const std::string& where, std::string_view today);

}
