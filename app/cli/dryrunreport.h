// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/dryrun/dryrunrequest.h"
#include "core/dryrun/rankreport.h"

#include <string>
#include <vector>

namespace stagecraft {

// What ranks of a script allocated: a table, and what the peak of the fullest one is made of. Ranks with equal figures
// share a row. `reports` is not empty.
std::string dryRunText(const DryRunRequest& request, const std::vector<RankReport>& reports);

// Why a script ended early, in one or several lines.
std::string scriptErrorText(const RankReport& report);

// Why the bytes of a rank are not those of a GPU: its `read_matters` is true.
std::string readMattersText(const RankReport& report);

}
