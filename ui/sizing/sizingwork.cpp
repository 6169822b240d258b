// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sizing/sizingwork.h"

#include "core/estimate/estimator.h"
#include "core/hardware/offerbook.h"
#include "core/session/knowncosts.h"

#include <algorithm>

namespace stagecraft {

namespace {

CostModel costsOf(const Problem& problem, const SizingWish& wish)
{
    return knownCosts(problem, wish.measurements, wish.probes);
}

}

Result<PlannedProblem> planOf(const SizingWish& wish, const std::stop_token& stop)
{
    auto found = searchPlans(wish.problem, costsOf(wish.problem, wish), stop, {}, {wish.replays.get(), true});
    if (!found) {
        return failure(found.error());
    }
    if (stop.stop_requested() || found->candidates.empty()) {
        return stop.stop_requested() ? failure(ErrorCode::Cancelled)
                                     : failure(ErrorCode::OptionUnsupported,
                                               {std::string("this cluster and batch"), found->outcome.detail,
                                                std::string("other degrees or another batch")});
    }
    const Candidate& first = found->candidates.front();
    return PlannedProblem {wish.problem, first.plan, first.estimate, found->outcome};
}

Result<SizingResult> sizeOf(const SizingWish& wish, const SizingRequest& request, const std::stop_token& stop)
{
    return sizeProblem(wish.problem, request, costsOf(wish.problem, wish), stop);
}

CurvePoint curvePoint(const SizingWish& wish, Lever lever, double value, const std::stop_token& stop)
{
    CurvePoint point {value, {}, {}};
    WhatIf what_if;
    what_if.values[lever] = value;
    auto problem = what_if.of(wish.problem);
    auto planned = problem ? planOf({*std::move(problem), wish.measurements, wish.probes, wish.replays}, stop)
                           : Result<PlannedProblem>(failure(problem.error()));
    if (planned) {
        point.planned = *std::move(planned);
    } else {
        point.obstacle = planned.error();
    }
    return point;
}

Result<PlannedProblem> estimateScenario(const Scenario& scenario, const SizingWish& wish)
{
    if (const auto valid = validate(scenario.plan, scenario.problem); !valid) {
        return failure(valid.error());
    }
    auto estimate = estimatePlan(scenario.problem, scenario.plan, costsOf(scenario.problem, wish));
    if (!estimate) {
        return failure(estimate.error());
    }
    return PlannedProblem {scenario.problem, scenario.plan, *std::move(estimate), {}};
}

std::vector<SizingRequest> sizingRequests(const Problem& problem, const RunLimits& limits)
{
    std::vector<SizingRequest> requests;
    const auto ask = [&](SizingQuestion question) {
        requests.emplace_back();
        requests.back().question = question;
    };
    ask(SizingQuestion::Fewest);
    ask(SizingQuestion::LargestBatch);
    if (!hasGivenCosts(problem.model)) {
        ask(SizingQuestion::LongestSequence);
    }
    if (leverValue(problem, Lever::Depth)) {
        ask(SizingQuestion::LargestModel);
    }
    if (leverValue(problem, Lever::Width)) {
        ask(SizingQuestion::LargestModel);
        requests.back().scaling = ModelScaling::Width;
    }
    ask(SizingQuestion::Cheapest);
    requests.back().catalogue = offeredClusters(problem.cluster);
    if (problem.billing.amount > 0) {
        requests.back().limits = limits;
    }
    if (limits.any() && problem.billing.amount > 0 && problem.cluster.groups.size() == 1) {
        ask(SizingQuestion::Run);
        requests.back().limits = limits;
    }
    return requests;
}

bool keepsLimits(const SizingRequest& request)
{
    return request.question == SizingQuestion::Run || request.question == SizingQuestion::Cheapest;
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

Bill billOf(const PlannedProblem& planned)
{
    return billOf(planned.estimate, planned.plan, planned.problem, planned.problem.billing);
}

Seconds runTimeOf(const PlannedProblem& planned)
{
    return planned.problem.billing.amount > 0 ? billOf(planned).time : planned.estimate.step;
}

std::optional<Usd> costPerMillion(const PlannedProblem& planned)
{
    const auto cost = billOf(planned).per_million;
    return cost ? std::optional(cost->middle) : std::nullopt;
}

}
