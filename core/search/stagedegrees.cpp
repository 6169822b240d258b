// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/stagedegrees.h"

namespace stagecraft {

Plan planOf(const StageTable& table, const StagePartition& partition)
{
    std::vector<int> split_points {0};
    for (const PartitionStage& stage : partition.stages) {
        split_points.push_back(stage.layers.last);
    }
    Plan plan = constrainedPlan(split_points, 1, table.microBatches(), table.problem().constraints);
    for (std::size_t s = 0; s < partition.stages.size(); ++s) {
        const int option = partition.stages[s].option;
        plan.stages[s].degrees = table.degrees(option);
        plan.stages[s].device_group = table.deviceGroup(option);
        plan.stages[s].micro_batch = table.samples() / plan.stages[s].degrees.data;
    }
    return plan;
}

namespace {

StageDegreesPlan withCosts(const StageTable& table, const StagePartition& partition)
{
    std::vector<std::shared_ptr<const ChainCosts>> chains;
    for (const PartitionStage& stage : partition.stages) {
        chains.push_back(table.chain(stage.option));
    }
    return {planOf(table, partition), PlanCosts(std::move(chains)), partition.peak};
}

}

StageDegreesPlans searchStageDegrees(const Problem& problem, ChainLibrary& library, Bytes below,
                                     const std::stop_token& stop)
{
    StageDegreesPlans plans;
    const Constraints& fixed = problem.constraints;
    const std::int64_t micro_batches = problem.workload.global_batch / fixed.micro_batch;
    Seconds quickest(1e300);
    for (int data = 1; data <= problem.cluster.devices(); ++data) {
        if (micro_batches % data != 0 || stop.stop_requested()) {
            continue;
        }
        const std::int64_t samples = fixed.micro_batch * data;
        const StageTable table =
            StageTable::make(problem, library, samples, micro_batches / data, stageOptions(problem, samples));
        if (table.options() == 0) {
            continue;
        }
        const DegreeSearch search(table, fixed.pipeline, data);
        StageLimit limit {below - Bytes(1), Seconds(1e300), true};
        if (const auto least = search.quickLeastPeak(limit, stop)) {
            below = least->peak;
            plans.least = withCosts(table, *least);
        }
        if (const auto quick = search.leastWork({Bytes(INT64_MAX), quickest, true}, workTolerance, stop)) {
            if (const Seconds longest = search.longestWork(*quick); longest < quickest) {
                quickest = longest;
                plans.quick = withCosts(table, *quick);
            }
        }
    }
    return plans;
}

}
