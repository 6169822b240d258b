// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/plantimeline.h"

#include "core/estimate/placememory.h"
#include "core/estimate/steptime.h"
#include "core/schedule/schedule.h"

#include <algorithm>

namespace stagecraft {

namespace {

// When each operation of a place begins: the first of its spans, in the place's order.
std::vector<std::vector<Seconds>> beginnings(const Timeline& timeline, const OperationOrder& order)
{
    std::vector<std::vector<Seconds>> starts(order.places.size());
    bool recomputed = false; // the span before was the first of two of one operation
    for (const Span& span : timeline.spans) {
        if (span.lane != Lane::Compute || span.kind == SpanKind::LayerCollective) {
            continue;
        }
        if (!recomputed) {
            starts[static_cast<std::size_t>(span.place)].push_back(span.start);
        }
        recomputed = span.kind == SpanKind::Recompute;
    }
    return starts;
}

MemoryOverTime overTime(const PlaceMemory& memory, const std::vector<Seconds>& starts)
{
    MemoryOverTime result;
    const PlaceWalk& walk = memory.walk;
    result.peak = walk.peak.peak;
    result.moment = walk.peak.moment;
    result.peak_stage = walk.peak_stage;
    result.points.push_back({Seconds(0), walk.begin, walk.begin});
    for (std::size_t i = 0; i < walk.operations.size(); ++i) {
        // An operation's bytes are alive from its beginning, what it leaves until the next one. Without a span of its
        // own it begins as the one before.
        const Seconds start = i < starts.size() ? starts[i] : result.points.back().time;
        result.points.push_back({start, walk.operations[i].alive, walk.operations[i].highest});
        if (i == walk.peak_operation) {
            result.peak_at = result.points.size() - 1;
        }
    }
    return result;
}

}

Result<PlanTimeline> planTimeline(const Problem& problem, const Plan& plan, const ChainCosts& costs)
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
    result.step = simulatePlan(problem, plan, costs, *order, TimeBound::Middle, &result.timeline);
    const auto starts = beginnings(result.timeline, *order);
    const auto memories = placeMemories(problem, plan, costs, *order);
    for (std::size_t place = 0; place < memories.size(); ++place) {
        result.memory.push_back(overTime(memories[place], starts[place]));
    }
    result.critical = criticalShares(result.timeline);
    return result;
}

}
