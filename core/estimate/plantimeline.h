// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/plancosts.h"
#include "core/memory/breakdown.h"
#include "core/plan/plan.h"
#include "core/problem/problem.h"
#include "core/simulation/pipeline.h"
#include "core/simulation/timeline.h"

#include <vector>

namespace stagecraft {

// Allocated bytes of a device from `time` until the next point. `highest`: the maximum in that interval, within an
// operation.
struct MemoryPoint {
    Seconds time;
    Bytes alive;
    Bytes highest;

    friend bool operator==(const MemoryPoint&, const MemoryPoint&) = default;
};

// Allocated bytes of one pipeline rank's devices (its replicas are equal) over the simulated step.
struct MemoryOverTime {
    std::vector<MemoryPoint> points; // by time; the first at 0
    Bytes peak; // equal to the ledger's
    std::size_t peak_at = 0; // index of the point that contains the peak
    PeakMoment moment;
    MemoryBreakdown breakdown; // at the peak
    int peak_stage = 0; // stage of the plan

    friend bool operator==(const MemoryOverTime&, const MemoryOverTime&) = default;
};

// Activity and memory of each device of a plan over a step.
struct PlanTimeline {
    Timeline timeline;
    SimulatedStep step;
    std::vector<MemoryOverTime> memory; // by pipeline rank
    std::vector<CriticalShare> critical; // time on the critical path by kind, largest first

    friend bool operator==(const PlanTimeline&, const PlanTimeline&) = default;
};

// Simulates a plan in full. Schedules without a flush: as many steps as the pipeline needs to reach the steady state,
// on two cores. Errors: PlanInvalid, ScheduleImpossible. Deterministic; safe from any thread.
Result<PlanTimeline> planTimeline(const Problem& problem, const Plan& plan, const PlanCosts& costs);

}
