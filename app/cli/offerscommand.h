// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/commands.h"
#include "core/hardware/offerbook.h"

#include <string>

namespace stagecraft {

// Adds the subcommands "offers" and "import" of "hardware".
void addOffersCommands(CLI::App& hardware, Task& task);

// Shows an offer with all its figures and their sources.
Result<ExitCode> showOffer(const KnownOffer& known, const Output& output);

// Removes a user-defined offer. Errors: OptionUnsupported if there is no such offer; those of userOffers().
Result<ExitCode> removeOffer(const std::string& id, const Output& output);

// Today's date, as in 2026-11-21.
std::string todayText();

// "13 days", "63 days, stale"; "stale" if the date is unknown.
std::string ageText(const Offer& offer, const std::string& today);

}
