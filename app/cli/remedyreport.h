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

// Finds changes that make a plan fit, for a problem without one. Shows a progress line. Empty when interrupted.
std::optional<std::vector<Remedy>> remediesOf(const Problem& problem, const CostModel& costs,
                                              const std::stop_token& stop);

// One row per remedy with the options to add to the command, or a sentence that there is none.
std::string remediesText(const std::vector<Remedy>& remedies);
nlohmann::json remediesJson(const std::vector<Remedy>& remedies);

}
