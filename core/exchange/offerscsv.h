// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/hardware/offer.h"

#include <string>
#include <string_view>
#include <vector>

namespace stagecraft {

// Reads offers from a CSV table, one per row; columns: docs/formats.md. The `source` and `date` of a row apply to all
// its figures. Every device is a type of catalogue(), by any of its names. `where`: origin, for messages. Errors:
// TableMalformed with line and column, also if a row is no valid offer as of `today` (enteredOfferFault()), if two rows
// have the same id, or if there are no rows or more than 10,000.
Result<std::vector<Offer>> readOffersCsv(std::string_view text, const std::string& where, std::string_view today);

}
