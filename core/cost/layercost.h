// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/basis.h"
#include "core/profile/measurement.h"

namespace stagecraft {

// Costs of one layer for one micro-batch of given size and sequence.
struct LayerCost {
    LayerMemory memory;
    Bytes shared_parameters; // bytes of parameters that another layer holds too
    Bytes shared_gradients; // bytes of the gradients of those that learn
    Timing forward;
    Timing backward;
    Timing optimizer;
    double reserved_ratio = 1; // reserved over allocated peak while it was measured
    double memory_width = 0; // half-width of the bounds of its bytes, relative
    Basis basis = Basis::Measured;
    bool extrapolated = false;

    friend bool operator==(const LayerCost&, const LayerCost&) = default;
};

// What a measurement of a single layer says of its costs.
LayerCost costOf(const Measurement& measurement);

// Sets what arithmetic alone gives at a point: parameters, buffers, gradients and what is shared with other layers; the
// optimizer's state follows its share of the gradients so far. `shard`: what of the point's layer one rank has.
void setState(LayerCost& cost, const LayerSpec& shard, const ProfilePoint& point);

}
