// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/remedies.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace stagecraft {

// The changes that make a plan fit, of a problem of which none does, with a progress line while they are looked for.
// Nothing when interrupted.
std::optional<std::vector<Remedy>> remediesOf(const Problem& problem, const CostModel& costs,
                                              const std::stop_token& stop);

// A row a remedy, with the options to add to the command; that there is none.
std::string remediesText(const std::vector<Remedy>& remedies);
nlohmann::json remediesJson(const std::vector<Remedy>& remedies);

}
