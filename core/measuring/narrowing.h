// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measuring/plan.h"

#include <string>
#include <vector>

namespace stagecraft {

// Brings what is left to measure into the order in which it makes the bounds of plans narrow soonest: first the lines
// of which nothing is known, the smallest point first as `steps` has them; then by how wide the bounds still are at a
// point, times the chain's layers that it stands for, over the time that formulas expect of its measurement. The points
// of a line keep their order; checks, which narrow nothing, come last. `known`: of one device.
std::vector<MeasuringStep> byNarrowing(std::vector<MeasuringStep> steps, const ProfileRequest& request,
                                       const std::vector<Measurement>& known);

}
