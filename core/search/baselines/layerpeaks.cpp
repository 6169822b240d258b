// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/baselines/layerpeaks.h"

#include "core/search/baselines/uniform.h"
#include "core/words/baseline.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>

namespace stagecraft::baseline {

namespace {

struct Observed {
    std::int64_t sum = 0;
    std::int64_t count = 0;
};
using Observations = std::map<LayerRange, Observed>;

Observations observationsOf(const std::vector<ProfilingRun>& runs, const PipelineRankPeak& peak)
{
    Observations seen;
    for (const ProfilingRun& run : runs) {
        std::vector<int> split_points {0};
        for (const int count : run.layers) {
            split_points.push_back(split_points.back() + count);
        }
        for (const int stage : run.used_stages) {
            const auto s = static_cast<std::size_t>(stage);
            const LayerRange range {split_points[s], split_points[s + 1]};
            Observed& observed = seen[range];
            observed.sum += peak(stage, range);
            ++observed.count;
        }
    }
    return seen;
}

// Returns the mean over all pairs of observations with and without the layer that have the same first layer.
std::optional<std::int64_t> addedBy(int layer, const Observations& seen)
{
    long double sum = 0; // whole bytes; products may exceed 64 bits
    long double count = 0;
    for (int first = 0; first < layer; ++first) {
        const auto without = seen.find({first, layer});
        const auto with = seen.find({first, layer + 1});
        if (without != seen.end() && with != seen.end()) {
            const long double counts_with = with->second.count;
            const long double counts_without = without->second.count;
            sum += with->second.sum * counts_without - without->second.sum * counts_with;
            count += counts_with * counts_without;
        }
    }
    return count > 0 ? std::optional(static_cast<std::int64_t>(sum / count)) : std::nullopt;
}

}

std::int64_t LayerPeaks::of(LayerRange range) const
{
    return std::accumulate(added.begin() + range.first + 1, added.begin() + range.last,
                           alone[static_cast<std::size_t>(range.first)]);
}

LayerPeaks observedPeaks(int layers, int pipeline_ranks, const Result<std::vector<ProfilingRun>>& runs,
                         const PipelineRankPeak& peak)
{
    const Observations seen = runs ? observationsOf(*runs, peak) : Observations {};
    const std::vector<int> even = uniformSplitPoints(layers, pipeline_ranks);
    LayerPeaks peaks;
    for (int layer = 0; layer < layers; ++layer) {
        const auto behind = std::upper_bound(even.begin(), even.end(), layer);
        const int pipeline_rank = static_cast<int>(behind - even.begin()) - 1;
        const auto found = seen.find({layer, layer + 1});
        peaks.alone.push_back(found != seen.end() ? found->second.sum / found->second.count
                                                  : peak(pipeline_rank, {layer, layer + 1}));
        const auto pair = [&] {
            return peak(pipeline_rank, {layer - 1, layer + 1}) - peak(pipeline_rank, {layer - 1, layer});
        };
        const auto added = addedBy(layer, seen);
        peaks.added.push_back(added ? *added : layer > 0 ? pair() : 0);
    }
    if (!runs) {
        peaks.note = words::baseline::profiling_runs;
    }
    return peaks;
}

}
