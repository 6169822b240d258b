// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/problem/schedulekind.h"
#include "core/schedule/order.h"
#include "core/schedule/rules.h"

#include <cstdint>
#include <vector>

// Every schedule behind one interface. Pure; safe from any thread.
namespace stagecraft {

const ScheduleRules& rulesOf(ScheduleKind schedule);

// Whether a schedule can have a shape. Errors: ScheduleImpossible, with the reason and the nearest shape that works;
// OptionOutOfRange for shapes that no schedule has.
Result<void> checkShape(ScheduleKind schedule, const PipelineShape& shape);

// The operations of all pipeline ranks. Errors: those of checkShape().
Result<OperationOrder> orderOf(ScheduleKind schedule, const PipelineShape& shape);

// The same in short where all pipeline ranks work in rounds.
Result<OperationOrder> shortOrderOf(ScheduleKind schedule, const PipelineShape& shape);

// Forward and backward passes of stage `stage` (0 first) of `stages` alone, in order, without updates, for schedules
// with one stage a pipeline rank. Needs 0 <= stage < stages and a shape that the schedule can have.
std::vector<Operation> operationsOf(ScheduleKind schedule, int stage, int stages, std::int64_t micro_batches);

// Most micro-batches in flight at a stage of such a schedule, without a limit: min(m, p - s) for 1F1B, m for GPipe.
std::int64_t inFlight(ScheduleKind schedule, int stage, int stages, std::int64_t micro_batches);

// Stages at each pipeline rank, of schedules that take several where `interleave` says how many.
int stagesPerRank(ScheduleKind schedule, int pipeline_ranks, int interleave);

// How many steps are simulated to learn how long one takes: 1, or where a schedule does not flush as many as it needs
// to fill, to run evenly, for measuredSteps, and to drain.
int steadySteps(ScheduleKind schedule, int pipeline_ranks, std::int64_t micro_batches);
inline constexpr int measuredSteps = 4;

}
