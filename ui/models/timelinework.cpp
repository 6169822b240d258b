// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/timelinework.h"

#include "core/estimate/plancosts.h"
#include "core/schedule/schedule.h"

#include <algorithm>
#include <utility>

namespace stagecraft {

namespace {

std::vector<Bytes> capacities(const Candidate& candidate)
{
    std::vector<Bytes> all;
    for (const auto& [device, replicas, ranks] : candidate.estimate.devices.pipelineRanks()) {
        const auto pipeline_rank =
            static_cast<std::size_t>(candidate.plan.stages[static_cast<std::size_t>(device.stage)].pipeline_rank);
        all.resize(std::max(all.size(), pipeline_rank + 1));
        all[pipeline_rank] =
            all[pipeline_rank].value == 0 ? device.capacity : std::min(all[pipeline_rank], device.capacity);
    }
    return all;
}

}

// Per stage and micro-batch: forward, up to three backward parts, and one message in each direction.
double timelineSpans(const Plan& plan)
{
    return 6.0 * static_cast<double>(plan.stages.size()) * static_cast<double>(plan.micro_batches)
        * steadySteps(plan.schedule, plan.pipelineRanks(), plan.micro_batches);
}

TimelineInput timelineInput(std::shared_ptr<const PlanningSession> session, const Document& document,
                            const Candidate& candidate)
{
    return {std::move(session), document.measurements(), document.probes(), candidate.plan, capacities(candidate)};
}

Result<std::shared_ptr<const TimelineData>> simulatedTimeline(const TimelineInput& input)
{
    const Problem& problem = input.session->problem;
    const CostModel costs(problem.model, problem.workload, *input.measurements,
                          input.probes ? *input.probes : std::vector<DeviceProbe>());
    const auto chain = planCosts(costs, problem, input.plan);
    if (!chain) {
        return failure(chain.error());
    }
    auto simulated = planTimeline(problem, input.plan, *chain);
    if (!simulated) {
        return failure(simulated.error());
    }
    QStringList names;
    for (const Layer& layer : problem.model.layers) {
        names += QString::fromStdString(layer.name);
    }
    return makeTimelineData(input.plan, std::move(*simulated), input.capacity, names);
}

}
