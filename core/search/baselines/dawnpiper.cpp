// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0

// DawnPiper (Peng et al. 2025, arXiv 2505.05856): halves the devices recursively. The split point of two halves is
// between the one that balances computation and the one that balances memory (its theorem); of these split points,
// takes the one that minimizes the largest computing time of a stage. Memory of a stage: state, gradients, and saved
// activations of its micro-batches in flight; of a half: the same with the mean over its stages. Based on the paper's
// abstract and descriptions, not on its code. DawnPiper swaps and recomputes tensors if a stage exceeds its memory;
// here policies are given, so such stages are rejected. Layers are not divided into nodes of their graphs.
#include "core/search/baselines/chainsplitpoints.h"
#include "core/search/baselines/rules.h"
#include "core/search/baselines/stagerules.h"
#include "core/words/baseline.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace stagecraft::baseline {

namespace {

class Halving {
public:
    Halving(const BaselineTask& task, int option, int pipeline_ranks)
        : m_table(task.table)
        , m_option(option)
        , m_pipeline_ranks(pipeline_ranks)
        , m_capacity(task.table.fitting(option, pipeline_ranks))
        , m_stop(task.stop)
    {
    }

    std::vector<int> splitPoints()
    {
        std::vector<int> found {0};
        if (best({0, m_table.layers()}, {0, m_pipeline_ranks}).largest < forbidden && !m_stop.stop_requested()) {
            collect({0, m_table.layers()}, {0, m_pipeline_ranks}, found);
            return found;
        }
        return {};
    }

private:
    using RankRange = LayerRange; // stages [first, last)
    struct Half {
        double largest = forbidden;
        int split_point = 0;
    };

    static int middle(RankRange pipeline_ranks) { return pipeline_ranks.first + (pipeline_ranks.count() + 1) / 2; }

    Half best(LayerRange layers, RankRange pipeline_ranks)
    {
        if (pipeline_ranks.count() == 1) {
            const auto in_flight = inFlightAt(m_table, pipeline_ranks.first, m_pipeline_ranks);
            const bool fits = countedBytes(m_table, layers, m_option, in_flight) <= m_capacity;
            return {fits ? passSeconds(m_table, layers, m_option) : forbidden, layers.last};
        }
        const auto key = std::tuple(layers, pipeline_ranks);
        if (const auto known = m_known.find(key); known != m_known.end()) {
            return known->second;
        }
        const RankRange before {pipeline_ranks.first, middle(pipeline_ranks)};
        const RankRange behind {before.last, pipeline_ranks.last};
        const int computing = balancedSplitPoint(
            layers, before, behind, [&](LayerRange range, RankRange) { return passSeconds(m_table, range, m_option); });
        const int memory = balancedSplitPoint(layers, before, behind,
                                              [&](LayerRange range, RankRange at) { return bytes(range, at); });
        Half found;
        for (int split_point = std::min(computing, memory);
             split_point <= std::max(computing, memory) && !m_stop.stop_requested(); ++split_point) {
            const double left = best({layers.first, split_point}, before).largest;
            if (left < found.largest) {
                const double largest = std::max(left, best({split_point, layers.last}, behind).largest);
                found = largest < found.largest ? Half {largest, split_point} : found;
            }
        }
        m_known.emplace(key, found);
        return found;
    }

    void collect(LayerRange layers, RankRange pipeline_ranks, std::vector<int>& split_points)
    {
        if (pipeline_ranks.count() == 1) {
            split_points.push_back(layers.last);
            return;
        }
        const int split_point = best(layers, pipeline_ranks).split_point;
        collect({layers.first, split_point}, {pipeline_ranks.first, middle(pipeline_ranks)}, split_points);
        collect({split_point, layers.last}, {middle(pipeline_ranks), pipeline_ranks.last}, split_points);
    }

    double bytes(LayerRange layers, RankRange pipeline_ranks) const
    {
        double in_flight = 0;
        for (int pipeline_rank = pipeline_ranks.first; pipeline_rank < pipeline_ranks.last; ++pipeline_rank) {
            in_flight +=
                static_cast<double>(inFlightAt(m_table, pipeline_rank, m_pipeline_ranks)) / pipeline_ranks.count();
        }
        return static_cast<double>(countedBytes(m_table, layers, m_option, 0).value)
            + in_flight * static_cast<double>(m_table.saved(layers, m_option).value);
    }

    // Returns the split point with the smallest difference in amount per stage between the halves, with a layer for
    // each stage.
    template <typename Amount>
    int balancedSplitPoint(LayerRange layers, RankRange before, RankRange behind, Amount amount) const
    {
        int found = layers.first + before.count();
        double least = forbidden;
        for (int split_point = found; split_point <= layers.last - behind.count(); ++split_point) {
            const double difference = std::abs(amount({layers.first, split_point}, before) / before.count()
                                               - amount({split_point, layers.last}, behind) / behind.count());
            if (difference < least) {
                least = difference;
                found = split_point;
            }
        }
        return found;
    }

    const StageTable& m_table;
    int m_option;
    int m_pipeline_ranks;
    Bytes m_capacity;
    std::stop_token m_stop;
    std::map<std::tuple<LayerRange, RankRange>, Half> m_known;
};

}

BaselineAnswer dawnpiper(const BaselineTask& task)
{
    const int option = narrowestOption(task.table);
    const auto split_points = Halving(task, option, deepest(task, option)).splitPoints();
    if (task.stop.stop_requested()) {
        return stopped();
    }
    if (split_points.empty()) {
        return tl::unexpected<Message>(words::baseline::without_swapping);
    }
    return BaselineResult {stagesOf(split_points, option), words::baseline::would_swap};
}

}
