// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/stacks/timemodel.h"

#include <stop_token>
#include <vector>

namespace stagecraft {

// A run as the fit sees it.
struct TimeSample {
    ModelledRun run;
    DeviceSheet sheet;
    Seconds measured;
};

// The coefficients that explain the samples: Huber's loss on the logarithms of the times, drawn to their priors as far
// as the samples say little. Of a pipeline's time with and without a stall the nearer one counts. Deterministic. With
// no sample they are the priors. Where a stop is requested, what there is by then.
std::vector<TimeCoefficient> fitTime(std::vector<TimeCoefficient> coefficients, const std::vector<TimeSample>& samples,
                                     const std::stop_token& stop = {});

}
