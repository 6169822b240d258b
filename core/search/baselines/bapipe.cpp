// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0

// BaPipe (Zhao et al. 2020, arXiv 2012.12544): one stage per accelerator, balanced by computing time; balanced by the
// larger of computing and sending time if sending takes longer than computing; then moves layers from stages that
// exceed their memory to the neighbor with more headroom. Memory of a stage: state, gradients, and saved activations
// of its micro-batches in flight. Based on the paper's abstract and on recollection, not on its code. Omits its last
// step, which divides a layer between accelerators, as stages cannot do that here. All accelerators are equal.
#include "core/search/baselines/chainsplitpoints.h"
#include "core/search/baselines/rules.h"
#include "core/search/baselines/stagerules.h"
#include "core/words/baseline.h"

#include <algorithm>

namespace stagecraft::baseline {

namespace {

class MemoryShift {
public:
    MemoryShift(const BaselineTask& task, int option, std::vector<int> split_points)
        : m_table(task.table)
        , m_option(option)
        , m_capacity(task.table.fitting(option, static_cast<int>(split_points.size()) - 1))
        , m_split_points(std::move(split_points))
    {
    }

    // Moves layers until all stages fit; false if that fails.
    bool settle()
    {
        const std::size_t pipeline_ranks = m_split_points.size() - 1;
        for (std::size_t moves = pipeline_ranks * static_cast<std::size_t>(m_table.layers()) + 1; moves > 0; --moves) {
            std::size_t fullest = 0;
            for (std::size_t s = 1; s < pipeline_ranks; ++s) {
                fullest = capacity(s) < capacity(fullest) ? s : fullest;
            }
            if (capacity(fullest) >= Bytes(0)) {
                return true;
            }
            if (m_split_points[fullest + 1] - m_split_points[fullest] == 1 || pipeline_ranks == 1) {
                return false;
            }
            const bool forward =
                fullest + 1 < pipeline_ranks && (fullest == 0 || capacity(fullest + 1) >= capacity(fullest - 1));
            m_split_points[fullest + (forward ? 1 : 0)] += forward ? -1 : 1;
        }
        return false;
    }

    const std::vector<int>& splitPoints() const { return m_split_points; }

private:
    Bytes capacity(std::size_t stage) const
    {
        const auto in_flight =
            inFlightAt(m_table, static_cast<int>(stage), static_cast<int>(m_split_points.size()) - 1);
        return m_capacity
            - countedBytes(m_table, {m_split_points[stage], m_split_points[stage + 1]}, m_option, in_flight);
    }

    const StageTable& m_table;
    int m_option;
    Bytes m_capacity;
    std::vector<int> m_split_points;
};

}

BaselineAnswer bapipe(const BaselineTask& task)
{
    const StageTable& table = task.table;
    const int option = narrowestOption(table);
    const int pipeline_ranks = deepest(task, option);
    const auto computing = [&](int, LayerRange range) { return passSeconds(table, range, option); };
    auto split_points = leastLargestSplitPoints(table.layers(), pipeline_ranks, computing, task.stop);
    double longest = 0;
    double sending = 0;
    for (std::size_t s = 0; s + 1 < split_points.size(); ++s) {
        longest = std::max(longest, computing(0, {split_points[s], split_points[s + 1]}));
        sending = std::max(sending, crossingSeconds(table, split_points[s + 1], option));
    }
    if (sending > longest) {
        split_points = leastLargestSplitPoints(
            table.layers(), pipeline_ranks,
            [&](int pipeline_rank, LayerRange range) {
                return std::max(computing(pipeline_rank, range), crossingSeconds(table, range.last, option));
            },
            task.stop);
    }
    if (split_points.empty()) {
        return stopped();
    }
    MemoryShift shift(task, option, split_points);
    if (!shift.settle()) {
        return tl::unexpected<Message>(words::baseline::moving_layers);
    }
    return BaselineResult {stagesOf(shift.splitPoints(), option)};
}

}
