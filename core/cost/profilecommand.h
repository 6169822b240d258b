// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/model.h"
#include "core/problem/problem.h"
#include "core/profile/measurement.h"

#include <cstdint>
#include <string>

namespace stagecraft {

// Returns the command line that measures a model's layers for a workload with `run_options`. The caller adds device and
// workspace.
std::string profileCommand(const Model& model, const Workload& workload, const LayerRunOptions& run_options,
                           std::int64_t micro_batch);

}
