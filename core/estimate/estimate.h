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
    DeviceEstimates devices; // ordered by pipeline rank, then by replica
    Bytes peak; // largest over the devices
    Bytes peak_low;
    Bytes peak_high;
    bool fits = false;
    Seconds step;
    Seconds step_low;
    Seconds step_high;
    double samples_per_second = 0;
    double tokens_per_second = 0; // 0 for images and layer tables
    std::optional<double> mfu; // relative to the peak for the workload's precision; empty if that is unknown
    double bubble_fraction = 0; // idle fraction of all devices' time over the pipeline's makespan (GPipe's convention)
    double bubble_of_ideal = 0; // the same, relative to the time without any bubble (Megatron-LM's convention)
    // Reduction of the step time if all communication (boundaries, gradient reductions, tied gradients) were
    // instantaneous.
    std::optional<Seconds> exposed_communication;
    std::optional<Usd> cost_per_step; // costOfStep(): for the whole nodes used; empty without a price
    Basis memory_basis = Basis::Measured;
    Basis time_basis = Basis::Measured;
    bool extrapolated = false;

    friend bool operator==(const Estimate&, const Estimate&) = default;
};

}
