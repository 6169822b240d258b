// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/estimator.h"
#include "core/estimate/stagetimes.h"
#include "core/framework/limits.h"
#include "core/memory/stagepeaks.h"
#include "core/search/mixedsearch.h"
#include "core/search/search.h"
#include "core/search/stagedegrees.h"
#include "core/words/common.h"
#include "core/words/search.h"

#include <algorithm>

namespace stagecraft {

namespace {

Result<void> requirePrice(const Problem& problem)
{
    const auto& groups = problem.cluster.groups;
    const bool priced = std::all_of(groups.begin(), groups.end(),
                                    [](const ClusterGroup& group) { return group.price_per_node.has_value(); });
    if (problem.constraints.objective == Objective::Cost && !priced) {
        return failure(ErrorCode::OptionUnsupported,
                       {words::search::objective_without_price, Objective::Cost,
                        ArgumentList {Objective::Memory, Objective::Balanced, Objective::Throughput}});
    }
    return {};
}

}

Result<void> validateForSearch(const Problem& problem)
{
    if (problem.target != Target::Any && varies(problem.constraints.vary, Dimension::StageDegrees)) {
        return failure(ErrorCode::OptionUnsupported,
                       {words::search::degrees_for_a_target, problem.target, Target::Any});
    }
    if (const ScheduleKind schedule = problem.constraints.schedule;
        varies(problem.constraints.vary, Dimension::StageDegrees) && !hasClosedForm(schedule)) {
        return failure(ErrorCode::OptionUnsupported,
                       {words::search::schedule_over_degrees, schedule, closedFormNames()});
    }
    if (varies(problem.constraints.vary, Dimension::Swap)) {
        if (auto known = requireRates(problem, {LayerPolicy::Swap}, problem.constraints.training); !known) {
            return failure(known.error());
        }
    }
    if (problem.constraints.policies.has(LayerPolicy::Swap)) {
        return failure(
            ErrorCode::OptionUnsupported,
            {words::search::policy, policiesText(problem.constraints.policies), words::search::policies_or_swap});
    }
    if (auto valid = validateForPlanning(problem); !valid) {
        return failure(valid.error());
    }
    if (auto valid = validateForMixedSearch(problem); !valid) {
        return failure(valid.error());
    }
    const TrainingOptions& training = problem.constraints.training;
    if (training.replicas != ReplicaUse::Gradients) {
        return failure(ErrorCode::OptionUnsupported,
                       {words::search::use_of_replicas, training.replicas, ReplicaUse::Gradients});
    }
    if (training.in_flight_limit) {
        return failure(ErrorCode::OptionUnsupported,
                       {words::search::in_flight_limit, *training.in_flight_limit, words::common::none});
    }
    if (training.offload == StateOffload::Parameters && problem.constraints.zero != 3
        && !varies(problem.constraints.vary, Dimension::Zero)) {
        return failure(ErrorCode::OptionUnsupported,
                       {words::search::zero_with_parameters_on_host, problem.constraints.zero, 3});
    }
    if (auto known = requireRates(problem, problem.constraints.policies, training); !known) {
        return failure(known.error());
    }
    const Constraints& fixed = problem.constraints;
    LayerDegrees context; // tensor-parallel sizes may vary
    context.context = fixed.degrees.context;
    if (auto known = requireKnown(fixed.framework, fixed.pipeline.value_or(1), context); !known) {
        return failure(known.error());
    }
    if (auto known = requirePipelineRanks(fixed.framework, problem.model, fixed.pipeline.value_or(1)); !known) {
        return failure(known.error());
    }
    const int most_replicas = fixed.data.value_or(problem.cluster.devices()) * fixed.degrees.context;
    if (auto known = requireReplicas(fixed.framework, most_replicas); !known) {
        return failure(known.error());
    }
    if (auto priced = requirePrice(problem); !priced) {
        return failure(priced.error());
    }
    return {};
}

}
