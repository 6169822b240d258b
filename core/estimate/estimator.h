// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/estimate.h"
#include "core/estimate/plancosts.h"
#include "core/problem/problem.h"
#include "core/schedule/order.h"

namespace stagecraft {

// Of a step that is estimated: all that is told of a plan takes about ten simulations of it, at 15 million operations a
// second (docs/benchmarks.md).
inline constexpr std::int64_t mostOperations = 15'000'000;

// Whether a plan of this shape is estimated. `layers`: of the chain, where they are simulated one by one
// (simulatedByLayer()); else 0. Errors: OptionOutOfRange where its step has more operations than that.
Result<void> requireEstimable(ScheduleKind schedule, const PipelineShape& shape, int layers);

// Whether the bytes of any stage of the chain can be counted: all layers, with as many micro-batches of a step in
// flight as the schedule may have. Errors: OptionOutOfRange where int64 has no room for sums of them.
Result<void> requireCountable(const ChainCosts& costs, ScheduleKind schedule, std::int64_t micro_batches);

class ReplayCache;

// How reserved bytes are found.
struct ReservedOptions {
    bool replay = true; // of the stages' allocations, where they are known; else by what the allocator held beside
                        // the tensors of single layers (reservedSlack())
    bool expandable_segments = false;
    ReplayCache* memory = nullptr; // of replays that were made before, and of these
};

// Memory, speed and cost of a plan. `costs` must be those of its stages. A plan that fits without the
// replay may fail to fit with it, never the other way round: that its tensors have room (deviceMemory(), by which the
// search decides) is asked for in both. Deterministic; safe from any thread. Errors: PlanInvalid; those of
// validateForPlanning(), requireEstimable(), requireCountable(), orderOf() and requireRates().
Result<Estimate> estimatePlan(const Problem& problem, const Plan& plan, const PlanCosts& costs,
                              ReservedOptions options = {});

// The same with the costs taken from `model`. Errors: also NotMeasured, LayerTooLarge.
Result<Estimate> estimatePlan(const Problem& problem, const Plan& plan, const CostModel& model,
                              ReservedOptions options = {});

}
