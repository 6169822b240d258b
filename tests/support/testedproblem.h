// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/english.h"
#include "core/estimate/estimator.h"
#include "core/estimate/plancosts.h"

#include <QString>

namespace stagecraft::testing {

inline LayerDegrees tensorRanks(int tensor, bool sequence = false)
{
    LayerDegrees degrees;
    degrees.sharding = {tensor, 1, sequence};
    return degrees;
}

inline LayerDegrees contextRanks(int context, ContextKind kind = ContextKind::Ring)
{
    LayerDegrees degrees;
    degrees.context = context;
    degrees.context_kind = kind;
    return degrees;
}

// A problem and the costs of its model.
struct TestedProblem {
    Problem problem;
    CostModel costs;

    ChainCosts chain(const LayerDegrees& degrees, const LayerPolicies& policies = {}) const
    {
        return chainCosts(costs, problem, problem.constraints.micro_batch, {policies, degrees, {}, 1}).value();
    }
    Estimate estimate(const Plan& plan) const
    {
        const auto found = estimatePlan(problem, plan, costs);
        if (!found) {
            qFatal("%s", describe(found.error()).c_str());
        }
        return *found;
    }
    // Reason why a plan has no estimate; empty if it has one.
    QString refusal(const Plan& plan) const
    {
        const auto found = estimatePlan(problem, plan, costs);
        return found ? QString() : QString::fromStdString(describe(found.error()));
    }
};

// Sixteen samples of an unmeasured GPT: ten layers including both ends.
inline TestedProblem ask(const char* cluster,
                         const char* model = "zoo:gpt?layers=8&hidden=1024&heads=16&vocabulary=8000")
{
    Problem problem;
    problem.model = readModel(model).value();
    problem.workload.global_batch = 16;
    problem.workload.sequence = 512;
    problem.workload.precision = Precision::Bf16Master;
    problem.cluster = parseCluster(cluster).value();
    CostModel costs(problem.model, problem.workload, {});
    return {problem, costs};
}

}
