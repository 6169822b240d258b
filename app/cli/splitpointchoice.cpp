// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/splitpointchoice.h"

#include "app/cli/progressline.h"
#include "core/estimate/estimator.h"
#include "core/estimate/ledgersplitpoints.h"
#include "core/estimate/steptime.h"
#include "core/framework/stagedivision.h"
#include "core/memory/stagepeaks.h"
#include "core/schedule/schedule.h"
#include "core/search/search.h"

#include <algorithm>
#include <utility>

namespace stagecraft {

namespace {

// The problem in a form that the search supports: replicas exchange gradients, and unsupported settings are removed.
Problem searchable(const SplitPointRequest& request)
{
    Problem problem = request.problem;
    Constraints& constraints = problem.constraints;
    if (constraints.policies.has(LayerPolicy::Swap)) {
        constraints.policies = {};
    }
    TrainingOptions& training = constraints.training;
    training.replicas = ReplicaUse::Gradients;
    training.period = 1;
    training.in_flight_limit = std::nullopt;
    if (training.offload == StateOffload::Parameters && constraints.data.value_or(1) == 1) {
        constraints.zero = 3; // has no effect with one replica
    }
    if (!hasClosedForm(constraints.schedule)) {
        constraints.schedule = ScheduleKind::OneForwardOneBackward;
        constraints.pipeline = constraints.pipeline.value_or(1) * request.each;
        for (ClusterGroup& group : problem.cluster.groups) { // one device per stage
            group.nodes *= request.each;
        }
    }
    return problem;
}

// Errors: those of the search.
Result<std::vector<int>> searchedSplitPoints(const SplitPointRequest& request, const CostModel& costs,
                                             const Interrupt& interrupt)
{
    ProgressLine progress; // takes minutes with many micro-batches
    auto result =
        searchPlans(searchable(request), costs, interrupt.token(),
                    [&](SearchProgress p) { progress.show(p.done, p.total, "choosing split points", Seconds(-1)); },
                    {.recommended_alone = true});
    progress.clear();
    if (!result) {
        return failure(result.error());
    }
    if (result->outcome.kind == OutcomeKind::Cancelled) {
        return failure(ErrorCode::Cancelled);
    }
    if (result->candidates.empty()) {
        return failure(ErrorCode::PlanInvalid, {result->outcome.detail});
    }
    // The plan with the lowest peak comes first, even if it does not fit.
    return result->candidates.front().plan.splitPoints();
}

Result<void> requireSplittable(const SplitPointRequest& request)
{
    const Problem& problem = request.problem;
    if (auto valid = requireOneGroup(problem, verbatim("choosing split points (for several groups, use a plan file)"));
        !valid) {
        return valid;
    }
    const Constraints& constraints = problem.constraints;
    if (constraints.training.offload == StateOffload::Parameters && constraints.zero != 3
        && constraints.data.value_or(1) * constraints.degrees.context > 1) {
        return failure(ErrorCode::OptionUnsupported,
                       {std::string("--zero with --offload parameters and several replicas"),
                        std::to_string(constraints.zero), std::string("3, which shards the parameters")});
    }
    const auto layers = static_cast<std::int64_t>(problem.model.layers.size());
    const std::int64_t most = layers / problem.constraints.pipeline.value_or(1);
    if (request.each > std::max<std::int64_t>(1, most)) {
        return failure(ErrorCode::OptionOutOfRange,
                       {std::string("the number of stages per pipeline rank (--interleave)"),
                        std::int64_t(request.each), std::int64_t(1), std::max<std::int64_t>(1, most)});
    }
    return {};
}

// Rejects schedules that are impossible or take too long to simulate, regardless of the split points.
Result<void> requirePossible(const Plan& plan)
{
    const PipelineShape shape = planShape(plan);
    if (auto possible = checkShape(plan.schedule, shape); !possible) {
        return possible;
    }
    return requireEstimable(plan.schedule, shape, 0);
}

// Split points with equal numbers of layers; empty if there are fewer layers than stages.
std::vector<int> evenSplitPoints(const SplitPointRequest& request)
{
    const auto layers = static_cast<std::int64_t>(request.problem.model.layers.size());
    const int stages = request.problem.constraints.pipeline.value_or(1) * request.each;
    std::vector<int> split_points;
    for (int stage = 0; stage <= stages && stages <= layers; ++stage) {
        split_points.push_back(static_cast<int>(layers * stage / stages));
    }
    return split_points;
}

}

Plan planWithSplitPoints(const Problem& problem, const std::vector<int>& split_points, std::int64_t micro_batches,
                         int each)
{
    const Constraints& constraints = problem.constraints;
    const int stages = static_cast<int>(split_points.size()) - 1;
    return constrainedPlan(split_points, constraints.data.value_or(1), micro_batches, constraints,
                           std::max(1, stages / each));
}

Result<SplitPointChoice> chooseSplitPoints(const SplitPointRequest& request, const CostModel& costs,
                                           const Interrupt& interrupt)
{
    if (const auto valid = requireSplittable(request); !valid) {
        return failure(valid.error());
    }
    const Constraints& constraints = request.problem.constraints;
    const auto splitPointAt = [&](const std::vector<int>& split_points) {
        return planWithSplitPoints(request.problem, split_points, request.micro_batches, request.each);
    };
    const bool swaps = constraints.policies.has(LayerPolicy::Swap) || request.policies_follow;
    const std::vector<int> even = evenSplitPoints(request);
    if (!even.empty()) {
        if (const auto possible = requirePossible(splitPointAt(even)); !possible) {
            return failure(possible.error());
        }
    }
    if (swaps && !even.empty() && hasLedgerSplitPoints(splitPointAt(even))) {
        const LayerPolicies policies =
            request.policies_follow ? LayerPolicies {LayerPolicy::Swap} : constraints.policies;
        const auto split_points = ledgerSplitPoints(request.problem, withPolicies(splitPointAt(even), policies), costs);
        if (split_points) {
            return SplitPointChoice {splitPointAt(*split_points),
                                     request.policies_follow ? "lowest peak if all layers swap" : "lowest peak"};
        }
        if (!request.policies_follow) { // otherwise the method reports its own error
            return failure(split_points.error());
        }
    }
    // Without given split points a framework divides the layers by its rule.
    const FrameworkChoice& framework = constraints.framework;
    const int stages = constraints.pipeline.value_or(1) * request.each;
    if (const auto own = frameworkSplitPoints(request.problem.model, framework, stages);
        !framework.isLibtorch() && stages > 1 && !own.empty()) {
        return SplitPointChoice {splitPointAt(own), "layers divided as in " + std::string(modeOf(framework).title)};
    }
    const auto split_points = searchedSplitPoints(request, costs, interrupt);
    if (!split_points) {
        return failure(split_points.error());
    }
    return SplitPointChoice {splitPointAt(*split_points),
                             std::string("lowest peak") + (hasClosedForm(constraints.schedule) ? "" : " under 1f1b")
                                 + (swaps ? " if all layers keep their activations" : "")};
}

}
