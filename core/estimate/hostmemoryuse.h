// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/estimate.h"
#include "core/problem/problem.h"

namespace stagecraft {

// Returns the largest host memory of a node: the sum of the peaks of its devices, an upper bound if they occur at
// different times. `estimate`: estimate of this plan. No errors.
Bytes mostOnHost(const Problem& problem, const Plan& plan, const Estimate& estimate);

}
