// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/prior/kernel.h"
#include "core/profile/measurement.h"

#include <cstdint>
#include <vector>

namespace stagecraft {

// What a layer would need by the formulas alone, without a measurement.
struct LayerPrior {
    LayerMemory memory;
    AllocationTrace trace; // of the first micro-batch of a step, as of measurements
    AllocationTrace later_trace;
    std::vector<std::int64_t> parameters; // bytes of those that learn
    PassWork forward;
    PassWork backward; // without the forward pass of layers that are recomputed
    double rerun = 0; // share of the forward pass that is run again before it
};

// Writes down what libtorch allocates when a point's layer runs: every operator's elementary operations, what each
// saves for its backward pass and when it is freed (core/cost/prior/operators.h), replayed as measured traces are.
// Workspaces of libraries are not known and left out. `expert_capacity`: of experts that are spread over ranks, the
// rows that they take over those that tokens fill if all are asked equally: capacity factor x tokens x experts asked
// (Lepikhin et al. 2020, GShard, section 2.2); at least 1. Errors: those of shardAt(); LayerMismatch; NotMeasured for
// TorchScript layers, of which nothing is known without running them.
Result<LayerPrior> layerPrior(const ProfilePoint& point, DeviceKind device, double expert_capacity = 1);

}
