// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0

// mCAP (Dreuning et al., Euro-Par 2022): the partition with the lowest peak as predicted by adding the peaks of
// isolated and added layers, one stage per device; code: henkdr/CAPSlog, capslog/calc_mem_stats.py, "bf". Also its form
// for 1F1B (katikov/mcap-alpa, parallel): statistics linear in the micro-batches in flight, with the last stage
// predicted separately, and bisection. Both ignore the device's memory.
#include "core/search/baselines/layerpeaks.h"
#include "core/search/baselines/rules.h"
#include "core/search/baselines/stagerules.h"
#include "core/words/baseline.h"

#include <algorithm>

namespace stagecraft::baseline {

namespace {

// Predicted peaks of the stages from some layer on, largest first, and the end of the first of these stages. Empty if
// there is no partition.
struct Sorted {
    std::vector<std::int64_t> peaks;
    int end = 0;
};

// Inserts this stage's peak into the sorted peaks of the other stages.
std::vector<std::int64_t> with(const std::vector<std::int64_t>& peaks, std::int64_t peak)
{
    std::vector<std::int64_t> all;
    all.reserve(peaks.size() + 1);
    const auto at = std::lower_bound(peaks.begin(), peaks.end(), peak, std::greater<>());
    all.insert(all.end(), peaks.begin(), at);
    all.push_back(peak);
    all.insert(all.end(), at, peaks.end());
    return all;
}

// Returns the same result as enumerating all partitions: the lowest maximum peak, then the lowest second-highest one,
// and so on (its tie-breaker), the first in its order among equals. Exact, as inserting the same peak into two sorted
// lists does not change their order. O(pipeline ranks^2 x layers^2) instead of all (layers - 1) over (pipeline ranks -
// 1) partitions.
std::vector<int> leastSortedPeaks(int layers, int pipeline_ranks, const LayerPeaks& stats, const std::stop_token& stop)
{
    const auto width = static_cast<std::size_t>(layers) + 1;
    std::vector<std::vector<int>> ends;
    std::vector<Sorted> behind(width);
    for (int k = 1; k <= pipeline_ranks; ++k) { // stages counted from the end
        std::vector<Sorted> now(width);
        std::vector<int> end(width, 0);
        for (int i = layers - k; i >= 0; --i) {
            if (stop.stop_requested()) {
                return {};
            }
            Sorted& best = now[static_cast<std::size_t>(i)];
            std::int64_t peak = stats.alone[static_cast<std::size_t>(i)];
            const int last = layers - k + 1;
            for (int j = i + 1; j <= last; peak += j < layers ? stats.added[static_cast<std::size_t>(j)] : 0, ++j) {
                const Sorted& rest = behind[static_cast<std::size_t>(j)];
                const bool reachable = k == 1 ? j == layers : !rest.peaks.empty();
                const std::int64_t largest = k == 1 || !reachable ? peak : std::max(peak, rest.peaks.front());
                if (!reachable || (!best.peaks.empty() && largest > best.peaks.front())) {
                    continue; // the common case: only ties need lists
                }
                auto all = with(rest.peaks, peak);
                if (best.peaks.empty() || all < best.peaks) {
                    best = {std::move(all), j};
                }
            }
            end[static_cast<std::size_t>(i)] = best.end;
        }
        behind = std::move(now);
        ends.push_back(std::move(end));
    }
    std::vector<int> split_points {0};
    for (auto at_depth = ends.rbegin(); at_depth != ends.rend(); ++at_depth) {
        split_points.push_back((*at_depth)[static_cast<std::size_t>(split_points.back())]);
    }
    return split_points;
}

}

BaselineAnswer mcapBruteForce(const BaselineTask& task)
{
    const StageTable& table = task.table;
    const int option = narrowestOption(table);
    const int pipeline_ranks = deepest(task, option);
    const LayerPeaks stats =
        observedPeaks(table.layers(), pipeline_ranks, mcapRuns(pipeline_ranks, table.layers()),
                      [&](int pipeline_rank, LayerRange range) {
                          return table.peak(range, option, pipeline_ranks - pipeline_rank, pipeline_ranks).value;
                      });
    const auto split_points = leastSortedPeaks(table.layers(), pipeline_ranks, stats, task.stop);
    if (split_points.empty()) {
        return stopped();
    }
    return BaselineResult {stagesOf(split_points, option), stats.note};
}

BaselineAnswer mcapBisection(const BaselineTask& task)
{
    const StageTable& table = task.table;
    const int option = narrowestOption(table);
    const int pipeline_ranks = deepest(task, option);
    const auto runs = mcapRuns(pipeline_ranks, table.layers());
    const auto observed = [&](std::int64_t in_flight) {
        return observedPeaks(table.layers(), pipeline_ranks, runs,
                             [&](int, LayerRange range) { return table.peakInFlight(range, option, in_flight).value; });
    };
    const LayerPeaks one = observed(1);
    const LayerPeaks two = table.microBatches() > 1 ? observed(2) : one;
    const auto split_points =
        bisectedFilling({0, table.layers()}, pipeline_ranks, [&](int pipeline_rank, LayerRange range) {
            if (range.last == table.layers()) {
                return table.peak(range, option, 1, pipeline_ranks).value;
            }
            return one.of(range)
                + (two.of(range) - one.of(range)) * (inFlightAt(table, pipeline_rank, pipeline_ranks) - 1);
        });
    if (split_points.empty()) {
        return tl::unexpected<Message>(words::baseline::no_threshold);
    }
    return BaselineResult {stagesOf(split_points, option), one.note};
}

}
