// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/hardware/catalogue.h"
#include "core/runs/run.h"
#include "core/runs/skippedruns.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace stagecraft {

std::string percent(double share);

// "12 x no measured speed, 3 x encoder-decoder".
std::string reasonsText(const std::vector<SkippedRuns>& skipped);
// The reasons as a list of {reason, count}.
nlohmann::json reasonsJson(const std::vector<SkippedRuns>& skipped);

// Rows that cannot be used, with line and reason: as text, one line each, and as {file, line, model, reason}.
std::string skippedRowsText(const std::vector<Run>& runs);
nlohmann::json skippedRowsJson(const std::vector<Run>& runs);

// Device type with this name, including user-defined types. Errors: DeviceTypeUnknown with similar names.
Result<const CatalogueEntry*> deviceTypeNamed(const std::string& name);

}
