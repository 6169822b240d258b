// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/calibration/errorcause.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace stagecraft {

// Report on one quantity: the histogram of errors, errors by model, device, framework and parallel size, and the worst
// runs with known causes. Empty if nothing could be compared.
std::string detailsText(const Validation& validation, const ErrorCauses& causes, ComparedQuantity quantity);

// The groups of memory and step by every grouping: {"memory": {"model": [...]}, "step": {...}}.
nlohmann::json groupsJson(const Validation& validation);

// The bins of memory and step.
nlohmann::json histogramsJson(const Validation& validation);

// The causes of a row that was compared: a list of {cause, text}.
nlohmann::json causesJson(const ErrorCauses& causes, const ValidatedRun& row, ComparedQuantity quantity);

}
