// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/commands.h"
#include "core/hardware/offerbook.h"

#include <string>

namespace stagecraft {

// "offers" and "import" of the command for hardware.
void addOffersCommands(CLI::App& hardware, Task& task);

// An offer with all its figures and their sources.
Result<ExitCode> showOffer(const KnownOffer& known, const Output& output);

// Takes an offer out of the user's own. Errors: OptionUnsupported where it is none of them; those of ownOffers().
Result<ExitCode> removeOffer(const std::string& id, const Output& output);

// The day that it is, as in 2026-11-21.
std::string todayText();

// "13 days", "63 days, stale"; "stale" where its day is not known.
std::string ageText(const Offer& offer, const std::string& today);

}
