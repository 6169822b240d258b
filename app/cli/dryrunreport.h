// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/dryrun/dryrunrequest.h"
#include "core/dryrun/rankreport.h"

#include <string>
#include <vector>

namespace stagecraft {

// Table of the memory of each rank, then the composition of the highest peak. Ranks with equal figures share a row.
// `reports` is not empty.
std::string dryRunText(const DryRunRequest& request, const std::vector<RankReport>& reports);

// Error of a script that ended early, in one or several lines.
std::string scriptErrorText(const RankReport& report);

// Explains that the memory of a rank depends on values that a dry run does not compute (`read_matters` is true).
std::string readMattersText(const RankReport& report);

}
