// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0

// Automatic model parallelism (Tavarageri, Sridharan, Kaul 2019, arXiv 1906.08168): cuts the graph by heuristics for
// little communication and balanced load. Based on its abstract: here, with one stage per device, picks the split
// points that send the fewest bytes among those with a longest compute time within a tenth of the least. Ignores device
// memory; omits its scheduling hardware.
#include "core/search/baselines/chainsplitpoints.h"
#include "core/search/baselines/rules.h"
#include "core/search/baselines/stagerules.h"
#include "core/words/baseline.h"

#include <algorithm>

namespace stagecraft::baseline {

BaselineAnswer tavarageri(const BaselineTask& task)
{
    constexpr double imbalance = 1.1;
    const StageTable& table = task.table;
    const int option = narrowestOption(table);
    const int pipeline_ranks = deepest(task, option);
    const auto computing = [&](int, LayerRange range) { return passSeconds(table, range, option); };
    const auto balanced = leastLargestSplitPoints(table.layers(), pipeline_ranks, computing, task.stop);
    double longest = 0;
    for (std::size_t s = 0; s + 1 < balanced.size(); ++s) {
        longest = std::max(longest, computing(0, {balanced[s], balanced[s + 1]}));
    }
    const auto split_points = leastSumSplitPoints(
        table.layers(), pipeline_ranks,
        [&](int pipeline_rank, LayerRange range) {
            if (computing(pipeline_rank, range) > imbalance * longest) {
                return forbidden;
            }
            return range.last < table.layers() ? static_cast<double>(table.boundary(range.last, option).value) : 0;
        },
        task.stop);
    if (balanced.empty() || split_points.empty()) {
        return stopped();
    }
    return BaselineResult {stagesOf(split_points, option), words::baseline::known_by_its_aims};
}

}
