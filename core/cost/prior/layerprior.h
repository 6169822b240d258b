// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/prior/kernel.h"
#include "core/profile/measurement.h"

#include <cstdint>
#include <vector>

namespace stagecraft {

// Memory and work of a layer by analytic formulas, without a measurement.
struct LayerPrior {
    LayerMemory memory;
    AllocationTrace trace; // first micro-batch of a step, as in measurements
    AllocationTrace later_trace;
    std::vector<std::int64_t> parameters; // bytes of each trainable parameter
    PassWork forward;
    PassWork backward; // without the forward pass that recomputation repeats
    double rerun = 0; // fraction of the forward pass that is recomputed before it
};

// Predicts the allocations of libtorch when a point's layer runs: elementary operations of each operator, saved tensors
// and when they are freed (core/cost/prior/operators.h), replayed like measured traces. Workspaces of libraries are
// unknown and not included. `expert_capacity`: for experts sharded over ranks, the ratio of received rows to those of
// balanced routing: capacity factor x tokens x active experts (Lepikhin et al. 2020, GShard, section 2.2); at least 1.
// Errors: those of shardAt(); LayerMismatch; NotMeasured for TorchScript layers, which cannot be predicted without
// running them.
Result<LayerPrior> layerPrior(const ProfilePoint& point, DeviceKind device, double expert_capacity = 1);

}
