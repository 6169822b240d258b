// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0

// SPP (Luo et al., INFOCOM 2022, arXiv 2204.10562): orders devices by recursive minimum cuts of their links; for each
// number of stages, a dynamic program over that order minimizes the largest time of a stage or of a transfer between
// two; picks the one with the shortest list schedule. Based on its abstract and recollection, not its code: the
// schedule length is (micro-batches - 1) times the largest time, plus the way through all stages and back, plus the
// longest gradient reduction. All devices here are identical, so their order does not matter. Ignores device memory.
#include "core/search/baselines/rules.h"
#include "core/search/baselines/stageprogram.h"
#include "core/search/baselines/stagerules.h"
#include "core/words/baseline.h"

#include <algorithm>

namespace stagecraft::baseline {

namespace {

double listScheduleSeconds(const StageTable& table, const StageOptionPlan& plan)
{
    double latency = 0;
    double reduction = 0;
    for (const PartitionStage& stage : plan.stages) {
        latency +=
            passSeconds(table, stage.layers, stage.option) + crossingSeconds(table, stage.layers.last, stage.option);
        reduction = std::max(reduction, table.reduction(stage.layers, stage.option).value);
    }
    return latency + static_cast<double>(table.microBatches() - 1) * plan.value + reduction;
}

}

BaselineAnswer spp(const BaselineTask& task)
{
    const StageTable& table = task.table;
    const auto options = replicatedOptions(table);
    if (auto why = StageOptionTable::tooMany(task, options)) {
        return tl::unexpected(*std::move(why));
    }
    const StageOptionTable stage_options(task, options, [&](LayerRange range, int option) {
        return std::optional(StageOptionTable::Cost {
            std::max(passSeconds(table, range, option), crossingSeconds(table, range.last, option))});
    });
    auto plans = leastLargestByDepth(stage_options, stage_options.mostStages(), task.stop);
    if (plans.empty()) {
        return stopped();
    }
    std::optional<StageOptionPlan> best;
    double shortest = forbidden;
    for (std::size_t depth = 1; depth < plans.size(); ++depth) {
        if (!plans[depth] || (task.pipeline_ranks && static_cast<int>(depth) != *task.pipeline_ranks)) {
            continue;
        }
        if (const double length = listScheduleSeconds(table, *plans[depth]); length < shortest) {
            shortest = length;
            best = std::move(plans[depth]);
        }
    }
    if (!best) {
        return tl::unexpected<Message>(words::baseline::stages_take_devices);
    }
    return BaselineResult {std::move(best->stages)};
}

}
