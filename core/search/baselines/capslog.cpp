// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0

// CAPSlog (Dreuning et al., PDP 2024; henkdr/CAPSlog, capslog/calc_mem_stats.py, "bs" and "bs_tb"): mCAP's prediction
// from runs with at most two layers per stage, and a bisection over thresholds with greedy filling. Not exact: if a
// single layer receives a large boundary tensor, a stage that begins one layer later may need more memory.
// Ignores the device's memory.
#include "core/search/baselines/layerpeaks.h"
#include "core/search/baselines/rules.h"
#include "core/search/baselines/stagerules.h"
#include "core/words/baseline.h"

namespace stagecraft::baseline {

namespace {

struct Fillers {
    const StageTable& table;
    int option;
    int pipeline_ranks;
    LayerPeaks stats;
};

Fillers fillersFor(const BaselineTask& task)
{
    const StageTable& table = task.table;
    const int option = narrowestOption(table);
    const int pipeline_ranks = deepest(task, option);
    auto stats =
        observedPeaks(table.layers(), pipeline_ranks, capslogRuns(pipeline_ranks, table.layers()),
                      [&](int pipeline_rank, LayerRange range) {
                          return table.peak(range, option, pipeline_ranks - pipeline_rank, pipeline_ranks).value;
                      });
    return {table, option, pipeline_ranks, std::move(stats)};
}

std::vector<int> filled(const LayerPeaks& stats, LayerRange layers, int pipeline_ranks)
{
    return bisectedFilling(layers, pipeline_ranks, [&](int, LayerRange range) { return stats.of(range); });
}

// Keeps the stage with the highest peak and partitions the layers before and after it again, separately.
std::vector<int> refined(const LayerPeaks& stats, LayerRange layers, int pipeline_ranks)
{
    auto split_points = filled(stats, layers, pipeline_ranks);
    if (split_points.empty() || pipeline_ranks == 1) {
        return split_points;
    }
    std::size_t highest = 0;
    for (std::size_t s = 1; s + 1 < split_points.size(); ++s) {
        if (stats.of({split_points[s], split_points[s + 1]})
            > stats.of({split_points[highest], split_points[highest + 1]})) {
            highest = s;
        }
    }
    const LayerRange fixed {split_points[highest], split_points[highest + 1]};
    const int before = static_cast<int>(highest);
    const int behind = pipeline_ranks - before - 1;
    std::vector<int> all = before > 0 ? refined(stats, {layers.first, fixed.first}, before) : std::vector {fixed.first};
    std::vector<int> rest = behind > 0 ? refined(stats, {fixed.last, layers.last}, behind) : std::vector {fixed.last};
    all.insert(all.end(), rest.begin(), rest.end());
    return all;
}

BaselineAnswer answer(const Fillers& fillers, const std::vector<int>& split_points)
{
    if (split_points.empty()) {
        return tl::unexpected<Message>(words::baseline::no_threshold);
    }
    return BaselineResult {stagesOf(split_points, fillers.option), fillers.stats.note};
}

}

BaselineAnswer capslog(const BaselineTask& task)
{
    const Fillers fillers = fillersFor(task);
    return answer(fillers, filled(fillers.stats, {0, fillers.table.layers()}, fillers.pipeline_ranks));
}

BaselineAnswer capslogTieBreak(const BaselineTask& task)
{
    const Fillers fillers = fillersFor(task);
    return answer(fillers, refined(fillers.stats, {0, fillers.table.layers()}, fillers.pipeline_ranks));
}

}
