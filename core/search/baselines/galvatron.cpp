// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0

// Part of Galvatron (Miao et al., VLDB 2022; PKU-DAIR/Hetu-Galvatron, galvatron/core/search_engine.py,
// pp_division_memory_balanced()). For each power-of-two number of stages, assigns layers from the last one on so that
// each stage has about the mean of the layers' memory; each stage, on an equal number of devices, gets the fastest
// degrees that fit its memory: state, gradients, and saved activations of the micro-batches in flight. Step: sum of the
// stages' times, (micro-batches - 1) times the largest, and the longest gradient reduction. Galvatron chooses degrees,
// state sharding and recomputation per layer; here all layers of a stage share the degrees, and the rest is given.
#include "core/search/baselines/chainsplitpoints.h"
#include "core/search/baselines/rules.h"
#include "core/search/baselines/stagerules.h"
#include "core/words/baseline.h"

#include <algorithm>
#include <numeric>

namespace stagecraft::baseline {

namespace {

// Returns the number of layers of each stage, by the bytes of each layer.
std::vector<int> assignedLayers(const std::vector<double>& bytes, int pipeline_ranks)
{
    constexpr double most_over_mean = 1.3;
    const double mean = std::accumulate(bytes.begin(), bytes.end(), 0.0) / pipeline_ranks;
    std::vector<int> counts(static_cast<std::size_t>(pipeline_ranks), 0);
    auto next = static_cast<int>(bytes.size()) - 1;
    const auto at = [&](int layer) { return bytes[static_cast<std::size_t>(layer)]; };
    for (int s = pipeline_ranks - 1; s >= 0; --s) {
        for (double taken = 0; next >= 0 && (s == 0 || mean - taken >= 0.5 * at(next)); --next) {
            taken += at(next);
            ++counts[static_cast<std::size_t>(s)];
        }
    }
    const auto hand = [&](std::size_t from, std::size_t to) {
        --counts[from];
        ++counts[to];
    };
    int first = 0;
    for (std::size_t s = 0; s + 1 < counts.size(); first += counts[s], ++s) {
        double taken = std::accumulate(bytes.begin() + first, bytes.begin() + first + counts[s], 0.0);
        while (taken > most_over_mean * mean && counts[s] > 0) {
            taken -= at(first + counts[s] - 1);
            hand(s, s + 1);
        }
    }
    for (std::size_t s = 0; s + 1 < counts.size(); ++s) {
        while (counts[s] <= 0) {
            hand(s + 1, s);
        }
    }
    for (std::size_t s = counts.size() - 1; s > 0; --s) {
        while (counts[s] <= 0) {
            hand(s - 1, s);
        }
    }
    return counts;
}

class Strategies {
public:
    explicit Strategies(const BaselineTask& task) : m_task(task), m_table(task.table) {}

    // Returns the stages with the fastest options that fit; empty if there are none.
    std::vector<PartitionStage> stages(int pipeline_ranks) const
    {
        const int widest = m_task.devices / pipeline_ranks;
        std::vector<double> bytes;
        const int plain = mostReplicated(widest);
        if (plain < 0) {
            return {};
        }
        const auto most_in_flight = inFlightAt(m_table, 0, pipeline_ranks);
        for (int l = 0; l < m_table.layers(); ++l) {
            bytes.push_back(static_cast<double>(countedBytes(m_table, {l, l + 1}, plain, most_in_flight).value));
        }
        std::vector<PartitionStage> found;
        int first = 0;
        for (const int count : assignedLayers(bytes, pipeline_ranks)) {
            const LayerRange range {first, first + count};
            const int option = fastest(range, widest, static_cast<int>(found.size()), pipeline_ranks);
            if (option < 0) {
                return {};
            }
            found.push_back({range, option});
            first = range.last;
        }
        return found;
    }

    double stepSeconds(const std::vector<PartitionStage>& stages) const
    {
        double sum = 0;
        double largest = 0;
        double reduction = 0;
        for (const PartitionStage& stage : stages) {
            const double time = passSeconds(m_table, stage.layers, stage.option);
            sum += time + crossingSeconds(m_table, stage.layers.last, stage.option);
            largest = std::max(largest, time);
            reduction = std::max(reduction, m_table.reduction(stage.layers, stage.option).value);
        }
        return sum + static_cast<double>(m_table.microBatches() - 1) * largest + reduction;
    }

private:
    // Returns the option with the most replicas: Galvatron balances by the strategy of pure data parallelism.
    int mostReplicated(int devices) const
    {
        int found = -1;
        for (const int option : allOptions(m_table)) {
            if (m_table.devicesOf(option) <= devices
                && (found < 0 || m_table.degrees(option).data > m_table.degrees(found).data)) {
                found = option;
            }
        }
        return found;
    }

    int fastest(LayerRange range, int devices, int pipeline_rank, int pipeline_ranks) const
    {
        int found = -1;
        double least = forbidden;
        for (const int option : allOptions(m_table)) {
            if (m_table.devicesOf(option) > devices
                || countedBytes(m_table, range, option, inFlightAt(m_table, pipeline_rank, pipeline_ranks))
                    > m_table.fitting(option, pipeline_ranks)) {
                continue;
            }
            const double time = passSeconds(m_table, range, option)
                + m_table.reduction(range, option).value / static_cast<double>(m_table.microBatches());
            if (time < least) {
                least = time;
                found = option;
            }
        }
        return found;
    }

    const BaselineTask& m_task;
    const StageTable& m_table;
};

}

BaselineAnswer galvatron(const BaselineTask& task)
{
    const Strategies strategies(task);
    std::vector<PartitionStage> best;
    double least = forbidden;
    const int most = task.pipeline_ranks.value_or(std::min(task.table.layers(), task.devices));
    for (int pipeline_ranks = task.pipeline_ranks.value_or(1); pipeline_ranks <= most; pipeline_ranks *= 2) {
        if (task.stop.stop_requested()) {
            return stopped();
        }
        auto stages = strategies.stages(pipeline_ranks);
        if (stages.empty()) {
            continue;
        }
        if (const double step = strategies.stepSeconds(stages); step < least) {
            least = step;
            best = std::move(stages);
        }
    }
    if (best.empty()) {
        return tl::unexpected<Message>(words::baseline::equal_memory);
    }
    return BaselineResult {std::move(best), words::baseline::one_way_for_all};
}

}
