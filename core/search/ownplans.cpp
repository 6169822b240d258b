// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/ownplans.h"

#include "core/estimate/estimator.h"

namespace stagecraft {

OwnCandidates estimateOwn(const Question& question, const CostModel& model, const std::stop_token& stop)
{
    OwnCandidates own;
    for (const OwnPlan& each : question.plans) {
        if (stop.stop_requested()) {
            break;
        }
        const auto valid = validate(each.plan, question.problem);
        auto estimate =
            valid ? estimatePlan(question.problem, each.plan, model) : Result<Estimate>(failure(valid.error()));
        if (estimate) {
            own.candidates.push_back({ownPartitioner, {}, each.plan, *std::move(estimate), each.name});
        } else {
            own.refused.push_back({each.name, estimate.error()});
        }
    }
    return own;
}

}
