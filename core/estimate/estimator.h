// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/estimate.h"
#include "core/estimate/plancosts.h"
#include "core/problem/problem.h"
#include "core/schedule/order.h"

namespace stagecraft {

// Upper limit of operations per estimated step: a full estimate takes about ten simulations of the step, at 15 million
// operations a second (docs/benchmarks.md).
inline constexpr std::int64_t mostOperations = 15'000'000;

// Checks that a plan of this shape is small enough to estimate. `layers`: number of layers of the chain if they are
// simulated individually (simulatedByLayer()), otherwise 0. Errors: OptionOutOfRange if a step exceeds mostOperations.
Result<void> requireEstimable(ScheduleKind schedule, const PipelineShape& shape, int layers);

// Checks that the bytes of any stage of the chain fit into int64: all layers, with the largest number of micro-batches
// in flight that the schedule allows. Errors: OptionOutOfRange if sums overflow.
Result<void> requireCountable(const ChainCosts& costs, ScheduleKind schedule, std::int64_t micro_batches);

class ReplayCache;

// Options of the reserved-memory estimate.
struct ReservedOptions {
    // Replays the stages' allocations if they are known; otherwise adds the allocator overhead of single layers
    // (reservedSlack()).
    bool replay = true;
    bool expandable_segments = false;
    ReplayCache* memory = nullptr; // cache of replays, read and extended; null: none
};

// Estimates memory, speed and cost of a plan. `costs` must be those of its stages. A plan that fits without the replay
// may fail to fit with it, never the reverse: both require that its tensors fit (deviceMemory(), by which the search
// decides). Deterministic; safe from any thread. Errors: PlanInvalid; those of validateForPlanning(),
// requireEstimable(), requireCountable(), orderOf() and requireRates().
Result<Estimate> estimatePlan(const Problem& problem, const Plan& plan, const PlanCosts& costs,
                              ReservedOptions options = {});

// Overload that takes the costs from `model`. Errors: also NotMeasured, LayerTooLarge.
Result<Estimate> estimatePlan(const Problem& problem, const Plan& plan, const CostModel& model,
                              ReservedOptions options = {});

}
