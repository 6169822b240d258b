// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/calibration/errorcause.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace stagecraft {

// Report on one quantity: the histogram of errors, errors by model, device, framework and parallel size, and the worst
// runs with known causes. Empty if no run could be compared.
std::string detailsText(const Validation& validation, const ErrorCauses& causes, ComparedQuantity quantity);

// Groups of memory and step time by every grouping: {"memory": {"model": [...]}, "step": {...}}.
nlohmann::json groupsJson(const Validation& validation);

// Bins of memory and step time.
nlohmann::json histogramsJson(const Validation& validation);

// Causes of a compared row: a list of {cause, text}.
nlohmann::json causesJson(const ErrorCauses& causes, const ValidatedRun& row, ComparedQuantity quantity);

}
