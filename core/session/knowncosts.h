// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/costmodel.h"
#include "core/session/document.h"

namespace stagecraft {

// What a workspace knows of a problem's costs, put together for searches and estimates of it. `measurements` is not
// null; `probes` may be. Safe to call from any thread.
CostModel knownCosts(const Problem& problem, const std::shared_ptr<const Measurements>& measurements,
                     const Probes& probes);

}
