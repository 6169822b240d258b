// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0

// GraphPipe (Jeon et al. 2024, arXiv 2406.17145): stages form a graph whose branches run concurrently. Models here are
// chains, whose series-parallel decomposition is a single series; its partitioner then reduces to minimizing the
// largest time per sample over split points and replicas of each stage, found by bisection, with as many micro-batches
// in flight as there are stages to the end. Memory: state, gradients and saved activations of these must fit the
// device.
#include "core/search/baselines/rules.h"
#include "core/search/baselines/stageprogram.h"
#include "core/search/baselines/stagerules.h"
#include "core/words/baseline.h"

#include <algorithm>

namespace stagecraft::baseline {

BaselineAnswer graphpipe(const BaselineTask& task)
{
    const StageTable& table = task.table;
    const auto options = replicatedOptions(table);
    if (auto why = StageOptionTable::tooMany(task, options)) {
        return tl::unexpected(*std::move(why));
    }
    std::vector<Bytes> capacities;
    for (int option = 0; option < table.options(); ++option) {
        capacities.push_back(capacityFor(task, option));
    }
    const StageOptionTable stage_options(
        task, options, [&](LayerRange range, int option) -> std::optional<StageOptionTable::Cost> {
            const Bytes left = capacities[static_cast<std::size_t>(option)] - countedBytes(table, range, option, 0);
            const Bytes kept = table.saved(range, option);
            if (left < kept) {
                return std::nullopt;
            }
            StageOptionTable::Cost cost {
                std::max({passSeconds(table, range, option), crossingSeconds(table, range.first, option),
                          crossingSeconds(table, range.last, option)})
                + table.reduction(range, option).value / static_cast<double>(table.microBatches())};
            if (kept > Bytes(0) && left.value / kept.value < table.microBatches()) {
                cost.most_behind = left.value / kept.value - 1;
            }
            return cost;
        });
    auto plan = leastLargestWithin(
        stage_options, [](int) { return 1; }, task.pipeline_ranks, task.stop);
    if (task.stop.stop_requested()) {
        return stopped();
    }
    if (!plan) {
        return tl::unexpected<Message>(words::baseline::bound_of_memory);
    }
    return BaselineResult {std::move(plan->stages), words::baseline::no_branches};
}

}
