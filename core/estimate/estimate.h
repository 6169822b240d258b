// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/basis.h"
#include "core/estimate/deviceestimates.h"
#include "core/plan/plan.h"

#include <optional>
#include <string>
#include <vector>

namespace stagecraft {

struct Estimate {
    DeviceEstimates devices; // pipeline rank by rank, replica by replica
    Bytes peak; // largest over the devices
    Bytes peak_low;
    Bytes peak_high;
    bool fits = false;
    Seconds step;
    Seconds step_low;
    Seconds step_high;
    double samples_per_second = 0;
    double tokens_per_second = 0; // 0 for images and layer tables
    std::optional<double> mfu; // of the peak for the workload's precision, where that is known
    double bubble_fraction = 0; // idle share of all devices' time over the pipeline's makespan (GPipe's convention)
    double bubble_of_ideal = 0; // the same over the time without any bubble (Megatron-LM's convention)
    // Of the step: what it would be shorter if everything sent (boundaries, reductions, tied gradients) arrived at
    // once.
    std::optional<Seconds> exposed_communication;
    std::optional<Usd> cost_per_step; // costOfStep(): of the whole nodes that it uses, where they have a price
    Basis memory_basis = Basis::Measured;
    Basis time_basis = Basis::Measured;
    bool extrapolated = false;

    friend bool operator==(const Estimate&, const Estimate&) = default;
};

}
