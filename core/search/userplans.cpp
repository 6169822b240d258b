// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/userplans.h"

#include "core/estimate/estimator.h"

namespace stagecraft {

UserCandidates estimateUserPlans(const PlanningSession& session, const CostModel& model, const std::stop_token& stop)
{
    UserCandidates user_plan;
    for (const UserPlan& each : session.plans) {
        if (stop.stop_requested()) {
            break;
        }
        const auto valid = validate(each.plan, session.problem);
        auto estimate =
            valid ? estimatePlan(session.problem, each.plan, model) : Result<Estimate>(failure(valid.error()));
        if (estimate) {
            user_plan.candidates.push_back({userPartitioner, {}, each.plan, *std::move(estimate), each.name});
        } else {
            user_plan.refused.push_back({each.name, estimate.error()});
        }
    }
    return user_plan;
}

}
