// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/costmodel.h"
#include "core/estimate/estimator.h"
#include "core/model/model.h"
#include "core/runs/run.h"

#include <cstdio>
#include <optional>
#include <string>

namespace stagecraft::bench {

// Zoo model that a run of torchgpipe trains; empty if the zoo does not have it.
struct TorchgpipeModel {
    std::string name;
    std::int64_t side = 224;
    OptimizerKind optimizer = OptimizerKind::Sgd;
};

inline TorchgpipeModel torchgpipeModel(const Run& run)
{
    int first = 0;
    int second = 0;
    if (std::sscanf(run.model.c_str(), "U-Net (B,C)=(%d, %d)", &first, &second) == 2) {
        return {"zoo:unet?B=" + std::to_string(first) + "&C=" + std::to_string(second), 192};
    }
    if (std::sscanf(run.model.c_str(), "AmoebaNet-D (L,D)=(%d, %d)", &first, &second) == 2) {
        // Memory was measured with RMSprop, which has one state, like momentum.
        const bool memory = run.peak || run.out_of_memory;
        return {"zoo:amoebanetd?L=" + std::to_string(first) + "&D=" + std::to_string(second), 224,
                memory ? OptimizerKind::Momentum : OptimizerKind::Sgd};
    }
    return {run.model.starts_with("ResNet-101") ? "zoo:resnet101" : ""};
}

// Estimates a run; all runs are on Tesla P40. Runs on one device without recomputation use formulas and the allocator's
// replay, without measurements. Empty for runs with GPipe's recomputation, several devices or nn.DataParallel.
inline Result<std::optional<Estimate>> torchgpipeEstimate(const Run& run)
{
    const TorchgpipeModel known = torchgpipeModel(run);
    if (known.name.empty() || run.recomputation != Recomputation::None || run.devices != 1 || !run.global_batch) {
        return std::nullopt;
    }
    Problem problem;
    auto model = readModel(known.name);
    auto cluster = parseCluster("1xP40");
    if (!model || !cluster) {
        return failure(model ? cluster.error() : model.error());
    }
    problem.model = *std::move(model);
    problem.cluster = *std::move(cluster);
    problem.workload.sequence = known.side;
    problem.workload.global_batch = *run.global_batch;
    problem.workload.optimizer = known.optimizer;
    const CostModel costs(problem.model, problem.workload, {});
    const auto chain = costs.chain(*run.global_batch, problem.cluster.groups.front().device);
    if (!chain) {
        return failure(chain.error());
    }
    const Plan plan = uniformPlan({0, chain->size()}, 1, *run.global_batch, 1, ScheduleKind::GPipe);
    auto estimate = estimatePlan(problem, plan, *chain);
    if (!estimate) {
        return failure(estimate.error());
    }
    return std::optional(*std::move(estimate));
}

}
