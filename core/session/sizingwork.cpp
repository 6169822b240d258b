// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/sizingwork.h"

#include "core/estimate/estimator.h"
#include "core/hardware/offerbook.h"
#include "core/session/knowncosts.h"

#include <algorithm>

namespace stagecraft {

namespace {

CostModel costsOf(const Problem& problem, const SizingInput& input)
{
    return knownCosts(problem, input.measurements, input.probes);
}

}

Result<PlannedProblem> planOf(const SizingInput& input, const std::stop_token& stop)
{
    auto found = searchPlans(input.problem, costsOf(input.problem, input), stop, {}, {input.replays.get(), true});
    if (!found) {
        return failure(found.error());
    }
    if (stop.stop_requested() || found->candidates.empty()) {
        return stop.stop_requested() ? failure(ErrorCode::Cancelled)
                                     : failure(ErrorCode::PlanInvalid, {found->outcome.detail});
    }
    const Candidate& first = found->candidates.front();
    return PlannedProblem {input.problem, first.plan, first.estimate, found->outcome};
}

Result<SizingResult> sizeOf(const SizingInput& input, const SizingRequest& request, const std::stop_token& stop)
{
    return sizeProblem(input.problem, request, costsOf(input.problem, input), stop);
}

CurvePoint curvePoint(const SizingInput& input, WhatIfParameter parameter, double value, const std::stop_token& stop)
{
    CurvePoint point {value, {}, {}};
    WhatIf what_if;
    what_if.values[parameter] = value;
    auto problem = what_if.of(input.problem);
    auto planned = problem ? planOf({*std::move(problem), input.measurements, input.probes, input.replays}, stop)
                           : Result<PlannedProblem>(failure(problem.error()));
    if (planned) {
        point.planned = *std::move(planned);
    } else {
        point.obstacle = planned.error();
    }
    return point;
}

Result<PlannedProblem> estimateScenario(const Scenario& scenario, const SizingInput& input)
{
    if (const auto valid = validate(scenario.plan, scenario.problem); !valid) {
        return failure(valid.error());
    }
    auto estimate = estimatePlan(scenario.problem, scenario.plan, costsOf(scenario.problem, input));
    if (!estimate) {
        return failure(estimate.error());
    }
    return PlannedProblem {scenario.problem, scenario.plan, *std::move(estimate), {}};
}

std::vector<SizingRequest> sizingRequests(const Problem& problem, const RunLimits& limits)
{
    std::vector<SizingRequest> requests;
    const auto ask = [&](SizingGoal goal) {
        requests.emplace_back();
        requests.back().goal = goal;
    };
    ask(SizingGoal::Fewest);
    ask(SizingGoal::LargestBatch);
    if (!hasGivenCosts(problem.model)) {
        ask(SizingGoal::LongestSequence);
    }
    if (whatIfValue(problem, WhatIfParameter::Depth)) {
        ask(SizingGoal::LargestModel);
    }
    if (whatIfValue(problem, WhatIfParameter::Width)) {
        ask(SizingGoal::LargestModel);
        requests.back().scaling = ModelScaling::Width;
    }
    ask(SizingGoal::Cheapest);
    requests.back().catalogue = offeredClusters(problem.cluster);
    if (problem.billing.amount > 0) {
        requests.back().limits = limits;
    }
    if (limits.any() && problem.billing.amount > 0 && problem.cluster.groups.size() == 1) {
        ask(SizingGoal::Run);
        requests.back().limits = limits;
    }
    return requests;
}

bool keepsLimits(const SizingRequest& request)
{
    return request.goal == SizingGoal::Run || request.goal == SizingGoal::Cheapest;
}

std::vector<Cluster> offeredClusters(const Cluster& cluster)
{
    std::vector<Cluster> clusters;
    const bool priced = std::all_of(cluster.groups.begin(), cluster.groups.end(),
                                    [](const ClusterGroup& group) { return group.price_per_node.has_value(); });
    if (priced) {
        clusters.push_back(cluster);
    }
    const auto book = offers();
    for (const KnownOffer& known : book->offers) {
        const int each = known.offer.devices_per_node;
        const int nodes = (cluster.devices() + each - 1) / each;
        const std::string name = (nodes > 1 ? std::to_string(nodes) + "x" : std::string()) + std::to_string(each) + "x"
            + known.offer.device + "@" + known.offer.id();
        auto offered = parseCluster(name);
        if (offered && (!priced || offered->groups != cluster.groups)) {
            clusters.push_back(*std::move(offered));
        }
    }
    return clusters;
}

TrainingCost trainingCostOf(const PlannedProblem& planned)
{
    return trainingCostOf(planned.estimate, planned.plan, planned.problem, planned.problem.billing);
}

Seconds runTimeOf(const PlannedProblem& planned)
{
    return planned.problem.billing.amount > 0 ? trainingCostOf(planned).time : planned.estimate.step;
}

std::optional<Usd> costPerMillion(const PlannedProblem& planned)
{
    const auto cost = trainingCostOf(planned).per_million;
    return cost ? std::optional(cost->middle) : std::nullopt;
}

}
