// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/estimator.h"
#include "core/estimate/stagetimes.h"
#include "core/framework/limits.h"
#include "core/memory/stagepeaks.h"
#include "core/search/mixedsearch.h"
#include "core/search/search.h"
#include "core/search/stagedegrees.h"

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
                       {std::string("the objective of a search on nodes without a price"),
                        std::string(nameOf(Objective::Cost)), std::string("memory, balanced, throughput")});
    }
    return {};
}

}

Result<void> validateForSearch(const Problem& problem)
{
    if (problem.target != Target::Any && varies(problem.constraints.vary, Dimension::StageDegrees)) {
        return failure(ErrorCode::OptionUnsupported,
                       {std::string("degrees of each stage of a search for a target"),
                        std::string(nameOf(problem.target)), std::string(nameOf(Target::Any))});
    }
    if (const ScheduleKind schedule = problem.constraints.schedule;
        varies(problem.constraints.vary, Dimension::StageDegrees) && !hasClosedForm(schedule)) {
        return failure(ErrorCode::OptionUnsupported,
                       {std::string("the schedule of a search over degrees of each stage"),
                        std::string(nameOf(schedule)), closedFormNames()});
    }
    if (varies(problem.constraints.vary, Dimension::Swap)) {
        if (auto known = requireRates(problem, {LayerPolicy::Swap}, problem.constraints.training); !known) {
            return failure(known.error());
        }
    }
    if (problem.constraints.policies.has(LayerPolicy::Swap)) {
        return failure(ErrorCode::OptionUnsupported,
                       {std::string("the policy of a search"), policiesText(problem.constraints.policies),
                        std::string("none, full, selective, or --vary swap")});
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
                       {std::string("the use of replicas of a search"), std::string(nameOf(training.replicas)),
                        std::string(nameOf(ReplicaUse::Gradients))});
    }
    if (training.in_flight_limit) {
        return failure(ErrorCode::OptionUnsupported,
                       {std::string("the limit of micro-batches in flight of a search"),
                        std::to_string(*training.in_flight_limit), std::string("none")});
    }
    if (training.offload == StateOffload::Parameters && problem.constraints.zero != 3
        && !varies(problem.constraints.vary, Dimension::Zero)) {
        return failure(ErrorCode::OptionUnsupported,
                       {std::string("the ZeRO stage of a search with parameters on the host"),
                        std::to_string(problem.constraints.zero), std::string("3")});
    }
    if (auto known = requireRates(problem, problem.constraints.policies, training); !known) {
        return failure(known.error());
    }
    const Constraints& fixed = problem.constraints;
    LayerDegrees context; // tensor ranks may vary
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
