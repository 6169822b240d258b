// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/estimate.h"
#include "core/problem/problem.h"

#include <string>

namespace stagecraft {

// "in the backward pass of block 3", "at the optimizer step".
std::string momentText(const Problem& problem, const PeakMoment& moment);

// When the peak is reached, on which device, and what most of it is: a line.
std::string peakText(const Problem& problem, const Estimate& estimate);

// What lies in the hosts' memory: a line, or nothing.
std::string hostText(const Problem& problem, const Plan& plan, const Estimate& estimate);

// Whether the plan fits its devices, and what of it was not checked: a line.
std::string fitsText(const Estimate& estimate);

}
