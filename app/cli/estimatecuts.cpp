// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/estimatecuts.h"

#include "app/cli/progressline.h"
#include "core/estimate/estimator.h"
#include "core/estimate/ledgercuts.h"
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
Problem searchable(const CutQuestion& question)
{
    Problem problem = question.problem;
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
        constraints.pipeline = constraints.pipeline.value_or(1) * question.each;
        for (ClusterGroup& group : problem.cluster.groups) { // one device for each stage
            group.nodes *= question.each;
        }
    }
    return problem;
}

// Errors: those of the search.
Result<std::vector<int>> searchedCuts(const CutQuestion& question, const CostModel& costs, const Interrupt& interrupt)
{
    ProgressLine progress; // takes minutes with many micro-batches
    auto result =
        searchPlans(searchable(question), costs, interrupt.token(),
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
    return result->candidates.front().plan.cuts();
}

Result<void> requireCuttable(const CutQuestion& question)
{
    const Problem& problem = question.problem;
    if (auto valid = requireOneGroup(problem, "choosing split points (for several groups, use a plan file)"); !valid) {
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
    if (question.each > std::max<std::int64_t>(1, most)) {
        return failure(ErrorCode::OptionOutOfRange,
                       {std::string("the number of stages per pipeline rank (--interleave)"),
                        std::int64_t(question.each), std::int64_t(1), std::max<std::int64_t>(1, most)});
    }
    return {};
}

// Refuses schedules that are impossible or take too long to simulate, whatever the split points.
Result<void> requirePossible(const Plan& plan)
{
    const PipelineShape shape = planShape(plan);
    if (auto possible = checkShape(plan.schedule, shape); !possible) {
        return possible;
    }
    return requireEstimable(plan.schedule, shape, 0);
}

// Split points with equal numbers of layers; empty if there are fewer layers than stages.
std::vector<int> evenCuts(const CutQuestion& question)
{
    const auto layers = static_cast<std::int64_t>(question.problem.model.layers.size());
    const int stages = question.problem.constraints.pipeline.value_or(1) * question.each;
    std::vector<int> cuts;
    for (int stage = 0; stage <= stages && stages <= layers; ++stage) {
        cuts.push_back(static_cast<int>(layers * stage / stages));
    }
    return cuts;
}

}

Plan cutPlan(const Problem& problem, const std::vector<int>& cuts, std::int64_t micro_batches, int each)
{
    const Constraints& constraints = problem.constraints;
    const int stages = static_cast<int>(cuts.size()) - 1;
    return constrainedPlan(cuts, constraints.data.value_or(1), micro_batches, constraints, std::max(1, stages / each));
}

Result<CutAnswer> chooseCuts(const CutQuestion& question, const CostModel& costs, const Interrupt& interrupt)
{
    if (const auto valid = requireCuttable(question); !valid) {
        return failure(valid.error());
    }
    const Constraints& constraints = question.problem.constraints;
    const auto cutAt = [&](const std::vector<int>& cuts) {
        return cutPlan(question.problem, cuts, question.micro_batches, question.each);
    };
    const bool swaps = constraints.policies.has(LayerPolicy::Swap) || question.policies_follow;
    const std::vector<int> even = evenCuts(question);
    if (!even.empty()) {
        if (const auto possible = requirePossible(cutAt(even)); !possible) {
            return failure(possible.error());
        }
    }
    if (swaps && !even.empty() && hasLedgerCuts(cutAt(even))) {
        const LayerPolicies policies =
            question.policies_follow ? LayerPolicies {LayerPolicy::Swap} : constraints.policies;
        const auto cuts = ledgerCuts(question.problem, withPolicies(cutAt(even), policies), costs);
        if (cuts) {
            return CutAnswer {cutAt(*cuts),
                              question.policies_follow ? "lowest peak if all layers swap" : "lowest peak"};
        }
        if (!question.policies_follow) { // otherwise the method reports its own error
            return failure(cuts.error());
        }
    }
    // Without split points a framework divides the layers by its own rule.
    const FrameworkChoice& framework = constraints.framework;
    const int stages = constraints.pipeline.value_or(1) * question.each;
    if (const auto own = ownCuts(question.problem.model, framework, stages);
        !framework.isLibtorch() && stages > 1 && !own.empty()) {
        return CutAnswer {cutAt(own), "layers divided as in " + std::string(modeOf(framework).title)};
    }
    const auto cuts = searchedCuts(question, costs, interrupt);
    if (!cuts) {
        return failure(cuts.error());
    }
    return CutAnswer {cutAt(*cuts),
                      std::string("lowest peak") + (hasClosedForm(constraints.schedule) ? "" : " under 1f1b")
                          + (swaps ? " if all layers keep their activations" : "")};
}

}
