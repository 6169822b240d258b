// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/load.h"
#include "core/search/search.h"

namespace stagecraft {

// The pipeline rank of the device that has the largest peak by a measure.
int bottleneckOf(const Estimate& estimate, PeakMeasure measure);

// Infeasible: the device of an estimate that lacks most.
Outcome shortOf(const Estimate& estimate);

}
