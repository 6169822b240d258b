// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/estimate.h"
#include "core/problem/problem.h"

#include <string>

namespace stagecraft {

// "in the backward pass of block 3", "at the optimizer step".
std::string momentText(const Problem& problem, const PeakMoment& moment);

// One line: device, time and largest part of the peak.
std::string peakText(const Problem& problem, const Estimate& estimate);

// One line with the host memory in use; empty without any.
std::string hostText(const Problem& problem, const Plan& plan, const Estimate& estimate);

// One line: states if the plan fits its devices, and lists memory that was not checked.
std::string fitsText(const Estimate& estimate);

}
