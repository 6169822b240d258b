// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/costmodel.h"
#include "core/problem/layerpolicy.h"

namespace stagecraft {

// Computes the costs of a chain whose layers have these policies; ledger, closed form and simulation all use them.
// - Full: costs of the recomputed layer, measured as such or from formulas (LayerRunOptions).
// - Selective: for unfused attention, the saved bytes shrink in the analytic ratio of fused to unfused attention, and
//   the forward pass of the scores runs again; other layers keep their saved activations. For a framework that selects
//   operators: like Full, except for the operators it keeps.
// - Swap: sets LayerCost::swap.
// - Compress: saved activations take their compressed bytes between the passes, and each pass adds its codec's time
//   (core/memory/outofcore/compression.h). Needs a `compressor` and the device's memory bandwidth.
// Layers at the ends of the chain are not recomputed. Allocation traces that no longer apply are dropped.
// `sharding`: one rank's share of each layer. `device_group`: index of the cluster's device group that runs them.
// Errors: those of CostModel::chain(); OptionUnsupported for layer tables and for Compress without the above.
Result<ChainCosts> chainWithPolicies(const CostModel& model, const Problem& problem, std::int64_t micro_batch,
                                     const LayerPolicies& policies, const Sharding& sharding = {},
                                     const Compressor& compressor = {}, int device_group = 0);

}
