// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/costmodel.h"
#include "core/session/document.h"

namespace stagecraft {

// Returns the cost model of a problem from the workspace's measurements and probes, for searches and estimates.
// `measurements` is not null; `probes` may be. Thread-safe.
CostModel knownCosts(const Problem& problem, const std::shared_ptr<const Measurements>& measurements,
                     const Probes& probes);

}
