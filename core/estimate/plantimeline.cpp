// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/plantimeline.h"

#include "core/base/parallel.h"
#include "core/estimate/rankmemory.h"
#include "core/estimate/steptime.h"
#include "core/schedule/schedule.h"

#include <algorithm>

namespace stagecraft {

namespace {

MemoryOverTime overTime(const PipelineRankMemory& memory, const std::vector<Seconds>& starts)
{
    MemoryOverTime result;
    const PipelineRankWalk& walk = memory.walk;
    result.peak = walk.peak.peak;
    result.moment = walk.peak.moment;
    result.breakdown = walk.peak.breakdown;
    result.peak_stage = walk.peak_stage;
    result.points.push_back({Seconds(0), walk.begin, walk.begin});
    for (std::size_t i = 0; i < walk.operations.size(); ++i) {
        // An operation's bytes are allocated from its start; the bytes that it leaves, until the next operation.
        result.points.push_back({starts[i], walk.operations[i].alive, walk.operations[i].highest});
        if (i == walk.peak_operation) {
            result.peak_at = result.points.size() - 1;
        }
    }
    return result;
}

}

Result<PlanTimeline> planTimeline(const Problem& problem, const Plan& plan, const PlanCosts& costs)
{
    if (auto valid = validateForPlanning(problem); !valid) {
        return failure(valid.error());
    }
    if (auto valid = validate(plan, problem); !valid) {
        return failure(valid.error());
    }
    const auto order = orderOf(plan.schedule, planShape(plan));
    if (!order) {
        return failure(order.error());
    }
    PlanTimeline result;
    std::vector<PipelineRankMemory> memories;
    inParallel(2, {}, [&](std::size_t part) {
        if (part == 0) {
            result.step = simulatePlan(problem, plan, costs, *order, TimeBound::Middle, &result.timeline);
        } else {
            memories = pipelineRankMemories(problem, plan, costs, *order);
        }
    });
    for (std::size_t pipeline_rank = 0; pipeline_rank < memories.size(); ++pipeline_rank) {
        result.memory.push_back(overTime(memories[pipeline_rank], result.timeline.begins[pipeline_rank]));
    }
    result.critical = criticalShares(result.timeline);
    return result;
}

}
