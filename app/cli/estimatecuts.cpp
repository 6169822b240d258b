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

// The question as a search takes it: as if replicas exchanged gradients, and without what it refuses.
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
        constraints.zero = 3; // with one replica nothing is divided
    }
    if (!hasClosedForm(constraints.schedule)) {
        constraints.schedule = ScheduleKind::OneForwardOneBackward;
        constraints.pipeline = constraints.pipeline.value_or(1) * question.each;
        for (ClusterGroup& group : problem.cluster.groups) { // as if each stage had a device of its own
            group.nodes *= question.each;
        }
    }
    return problem;
}

// Errors: those of the search.
Result<std::vector<int>> searchedCuts(const CutQuestion& question, const CostModel& costs, const Interrupt& interrupt)
{
    ProgressLine progress; // with many micro-batches that takes minutes
    auto result = searchPlans(searchable(question), costs, interrupt.token(),
                              [&](SearchProgress p) { progress.show(p.done, p.total, "choosing cuts", Seconds(-1)); },
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
    // The least peak comes first, also where it does not fit.
    return result->candidates.front().plan.cuts();
}

Result<void> requireCuttable(const CutQuestion& question)
{
    const Problem& problem = question.problem;
    if (auto valid = requireOneGroup(problem, "choosing cuts (plans on several come from a plan file)"); !valid) {
        return valid;
    }
    const Constraints& constraints = problem.constraints;
    if (constraints.training.offload == StateOffload::Parameters && constraints.zero != 3
        && constraints.data.value_or(1) * constraints.degrees.context > 1) {
        return failure(ErrorCode::OptionUnsupported,
                       {std::string("--zero with --offload parameters and several replicas"),
                        std::to_string(constraints.zero), std::string("3, which divides the parameters")});
    }
    const auto layers = static_cast<std::int64_t>(problem.model.layers.size());
    const std::int64_t most = layers / problem.constraints.pipeline.value_or(1);
    if (question.each > std::max<std::int64_t>(1, most)) {
        return failure(ErrorCode::OptionOutOfRange,
                       {std::string("the stages of a place (--interleave)"), std::int64_t(question.each),
                        std::int64_t(1), std::max<std::int64_t>(1, most)});
    }
    return {};
}

// What the schedule refuses, or takes too long to simulate, is so with any cuts.
Result<void> requirePossible(const Plan& plan)
{
    const PipelineShape shape = planShape(plan);
    if (auto possible = checkShape(plan.schedule, shape); !possible) {
        return possible;
    }
    return requireEstimable(plan.schedule, shape, 0);
}

// Layers dealt evenly; nothing where there are fewer than pipeline ranks.
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
                              question.policies_follow ? "the cuts with the least peak if all layers swapped"
                                                       : "the cuts with the least peak"};
        }
        if (!question.policies_follow) { // else the method says itself what it cannot have
            return failure(cuts.error());
        }
    }
    // A framework that is told nothing divides by itself: that is what runs.
    const FrameworkChoice& framework = constraints.framework;
    const int stages = constraints.pipeline.value_or(1) * question.each;
    if (const auto own = ownCuts(question.problem.model, framework, stages);
        !framework.isLibtorch() && stages > 1 && !own.empty()) {
        return CutAnswer {cutAt(own), "stages as " + std::string(modeOf(framework).title) + " divides the model"};
    }
    const auto cuts = searchedCuts(question, costs, interrupt);
    if (!cuts) {
        return failure(cuts.error());
    }
    return CutAnswer {cutAt(*cuts),
                      std::string("the cuts with the least peak")
                          + (hasClosedForm(constraints.schedule) ? "" : " under 1f1b")
                          + (swaps ? " if all layers kept what they save" : "")};
}

}
