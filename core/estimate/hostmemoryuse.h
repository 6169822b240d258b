// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/estimate.h"
#include "core/problem/problem.h"

namespace stagecraft {

// Most that lies in the memory of one node's host: of all its devices together, each at its own most, an upper bound
// where these come at different moments. `estimate`: of this plan. No errors.
Bytes mostOnHost(const Problem& problem, const Plan& plan, const Estimate& estimate);

}
