// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/trainingcost.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace stagecraft {

// "$41,200 ($30,100 to $52,300)".
std::string dollarsText(const Dollars& amount);
// "33.8 days (20.1 days to 45.0 days)".
std::string runTimesText(const TrainingCost& training_cost);

nlohmann::json trainingCostJson(const TrainingCost& training_cost);

}
