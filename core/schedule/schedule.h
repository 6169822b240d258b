// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/problem/schedulekind.h"
#include "core/schedule/order.h"
#include "core/schedule/rules.h"

#include <cstdint>
#include <vector>

// Common interface of all schedules. Pure; thread-safe.
namespace stagecraft {

const ScheduleRules& rulesOf(ScheduleKind schedule);

// Checks that a schedule can have a shape. Errors: ScheduleImpossible, with the reason and the nearest shape that
// works; OptionOutOfRange for shapes that no schedule has.
Result<void> checkShape(ScheduleKind schedule, const PipelineShape& shape);

// Returns the operations of all pipeline ranks. Errors: those of checkShape().
Result<OperationOrder> orderOf(ScheduleKind schedule, const PipelineShape& shape);

// Returns the same in short form if all pipeline ranks work in rounds.
Result<OperationOrder> shortOrderOf(ScheduleKind schedule, const PipelineShape& shape);

// Returns the forward and backward passes of stage `stage` (from 0) of `stages`, in order, without updates, for
// schedules with one stage per pipeline rank. Needs 0 <= stage < stages and a shape that the schedule can have.
std::vector<Operation> operationsOf(ScheduleKind schedule, int stage, int stages, std::int64_t micro_batches);

// Returns the peak number of micro-batches in flight at a stage of a schedule with one stage per pipeline rank, without
// a limit: min(m, p - s) for 1F1B, m for GPipe.
std::int64_t inFlight(ScheduleKind schedule, int stage, int stages, std::int64_t micro_batches);

// Returns the stages per pipeline rank; `interleave` applies to schedules with a configurable number.
int stagesPerRank(ScheduleKind schedule, int pipeline_ranks, int interleave);

// Returns the number of steps to simulate for a step time: 1; without a flush, enough to fill, to reach the steady
// state, for measuredSteps, and to drain.
int steadySteps(ScheduleKind schedule, int pipeline_ranks, std::int64_t micro_batches);
inline constexpr int measuredSteps = 4;

}
