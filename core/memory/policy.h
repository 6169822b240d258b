// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/costmodel.h"
#include "core/problem/layerpolicy.h"

namespace stagecraft {

// The costs of a chain whose layers have these policies: one mechanism for ledger, closed form and simulation.
// Full: costs of the layer when it is recomputed, measured as such or by formulas (LayerRunOptions). Selective: of
// attention that is not fused, what fused attention saves by formulas in the same proportion, and the forward pass of
// the scores again; other layers keep what they save. Of a framework that selects operators: as Full, but for what it
// keeps. Swap: LayerCost::swap. Compress: what is saved takes its compressed bytes between the passes, and each pass
// its codec's time (core/memory/outofcore/compression.h); `compressor` must be one then, and the device's memory
// bandwidth be known. Layers that begin or end the chain are not recomputed. Allocation traces are dropped where they
// are no longer right. `sharding`: one rank's share of each layer. `device_group`: of the cluster, whose devices run
// them. Errors: those of CostModel::chain(); OptionUnsupported for layer tables.
Result<ChainCosts> chainWithPolicies(const CostModel& model, const Problem& problem, std::int64_t micro_batch,
                                     const LayerPolicies& policies, const Sharding& sharding = {},
                                     const Compressor& compressor = {}, int device_group = 0);

}
