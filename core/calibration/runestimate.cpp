// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/calibration/runestimate.h"

#include "core/estimate/estimator.h"
#include "core/estimate/steptime.h"
#include "core/schedule/order.h"
#include "core/words/calibration.h"

#include <algorithm>

namespace stagecraft {

namespace {

CostModel unmeasured(const Problem& problem)
{
    return {problem.model, problem.workload, {}};
}

}

Message RunEstimate::obstacle(MemoryKind kind) const
{
    const bool known = kind != MemoryKind::Reserved || device.fragmentation;
    return known ? Message() : Message(words::calibration::unknown_reserved);
}

Bytes RunEstimate::peak(MemoryKind kind) const
{
    switch (kind) {
    case MemoryKind::Reserved:
        return device.reserved;
    case MemoryKind::Device:
        return device.device;
    case MemoryKind::Unstated:
    case MemoryKind::Allocated:
        break;
    }
    return device.peak;
}

// Bytes of allocator and driver are added to the bounds of the tensors.
Bytes RunEstimate::peakLow(MemoryKind kind) const
{
    return device.peak_low + (peak(kind) - device.peak);
}

Bytes RunEstimate::peakHigh(MemoryKind kind) const
{
    return device.peak_high + (peak(kind) - device.peak);
}

Result<RunEstimate> estimateRun(const Run& run, const PlannedRun& planned)
{
    const Framework framework = planned.problem.constraints.framework.name;
    const ReservedOptions options {kindOf(run, framework) != MemoryKind::Allocated, false, nullptr};
    auto estimate = estimatePlan(planned.problem, planned.plan, unmeasured(planned.problem), options);
    if (!estimate) {
        return failure(estimate.error());
    }
    const auto& pipeline_ranks = estimate->devices.pipelineRanks();
    const auto most = std::max_element(pipeline_ranks.begin(), pipeline_ranks.end(),
                                       [](const auto& a, const auto& b) { return a.first.peak < b.first.peak; });
    RunEstimate result;
    result.device = run.scope.rank == MemoryRank::First ? pipeline_ranks.front().first
        : run.scope.rank == MemoryRank::Last            ? pipeline_ranks.back().first
                                                        : most->first;
    result.estimate = std::move(*estimate);
    return result;
}

Result<Seconds> estimateStep(const PlannedRun& planned)
{
    const auto costs = planCosts(unmeasured(planned.problem), planned.problem, planned.plan);
    if (!costs) {
        return failure(costs.error());
    }
    const auto order = shortOrderOf(planned.plan.schedule, planShape(planned.plan));
    if (!order) {
        return failure(order.error());
    }
    return simulatePlan(planned.problem, planned.plan, *costs, *order).step;
}

MemoryKind kindOf(const Run& run, Framework framework)
{
    return run.scope.kind == MemoryKind::Unstated ? usualKind(framework) : run.scope.kind;
}

}
