// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0

// torchgpipe (Kim et al. 2020; kakaobrain/torchgpipe, torchgpipe/balance): partitions layers by time or by size with
// the algorithm of Barany and Grinberg, "Block partitions of sequences" (arXiv 1308.2452): blocks whose normalized
// costs differ by at most one. One stage per device; ignores device memory.
#include "core/search/baselines/rules.h"
#include "core/search/baselines/stagerules.h"
#include "core/words/baseline.h"

#include <algorithm>
#include <cmath>

namespace stagecraft::baseline {

namespace {

// Block ends in the sequence. Costs are normalized to [0, 1].
class Blocks {
public:
    Blocks(const std::vector<double>& costs, int pipeline_ranks)
    {
        const auto [least, most] = std::minmax_element(costs.begin(), costs.end());
        const double spread = *most - *least;
        for (const double cost : costs) {
            m_sums.push_back(m_sums.back() + (spread > 0 ? (cost - *least) / spread : 0));
        }
        const int layers = static_cast<int>(costs.size());
        for (int block = 1; block < pipeline_ranks; ++block) {
            m_split_points.push_back(layers / pipeline_ranks * block);
        }
        m_split_points.push_back(layers);
    }

    const std::vector<int>& splitPoints() const { return m_split_points; }

    double size(std::size_t block) const
    {
        return m_sums[static_cast<std::size_t>(m_split_points[block + 1])]
            - m_sums[static_cast<std::size_t>(m_split_points[block])];
    }

    // Moves layers until the blocks are balanced. False if an empty block would have to give a layer, if the number of
    // moves exceeds its bound, which rounding can cause, and when stopped.
    bool balance(const std::stop_token& stop)
    {
        const auto pipeline_ranks = m_split_points.size() - 1;
        std::size_t moves = pipeline_ranks * m_sums.size() * m_sums.size(); // upper bound, O(k n^3) with each move O(n)
        while (moves > 0 && !stop.stop_requested()) {
            const std::size_t largest = find([](double size, double best) { return size >= best; });
            const double most = size(largest);
            for (bool same = true; same && moves > 0; --moves) {
                const std::size_t smallest = find([](double size, double best) { return size < best; });
                if (most <= size(smallest) + 1) {
                    return true;
                }
                // The smallest block's neighbor toward the largest block gives it the layer at their border.
                const std::size_t giver = largest < smallest ? smallest - 1 : smallest + 1;
                if (m_split_points[giver] == m_split_points[giver + 1]) {
                    return false;
                }
                m_split_points[std::max(giver, smallest)] += largest < smallest ? -1 : 1;
                same = giver != largest;
            }
        }
        return false;
    }

private:
    template <typename Better>
    std::size_t find(Better better) const
    {
        std::size_t found = 0;
        for (std::size_t block = 1; block + 1 < m_split_points.size(); ++block) {
            if (better(size(block), size(found))) {
                found = block;
            }
        }
        return found;
    }

    std::vector<double> m_sums {0};
    std::vector<int> m_split_points {0};
};

BaselineAnswer balanced(const BaselineTask& task, const std::function<double(LayerRange, int)>& cost)
{
    const int option = narrowestOption(task.table);
    std::vector<double> costs;
    for (int l = 0; l < task.table.layers(); ++l) {
        costs.push_back(cost({l, l + 1}, option));
    }
    Blocks blocks(costs, deepest(task, option));
    if (!blocks.balance(task.stop)) {
        return tl::unexpected<Message>(words::baseline::balance_does_not_settle);
    }
    const auto& split_points = blocks.splitPoints();
    if (std::adjacent_find(split_points.begin(), split_points.end(), std::greater_equal<>()) != split_points.end()) {
        return tl::unexpected<Message>(words::baseline::device_without_layers);
    }
    return BaselineResult {stagesOf(split_points, option)};
}

// Multiple of the parameters in balance_by_size(): parameters, gradients and optimizer state.
double parameterScale(OptimizerKind optimizer)
{
    switch (optimizer) {
    case OptimizerKind::Sgd:
        return 2;
    case OptimizerKind::Momentum:
        return 3;
    case OptimizerKind::Adam:
    case OptimizerKind::AdamW:
        return 4;
    }
    return 2;
}

}

BaselineAnswer torchgpipeTime(const BaselineTask& task)
{
    return balanced(task, [&](LayerRange range, int option) { return passSeconds(task.table, range, option); });
}

BaselineAnswer torchgpipeSize(const BaselineTask& task)
{
    const double scale = parameterScale(task.table.problem().workload.optimizer);
    return balanced(task, [&](LayerRange range, int option) {
        return static_cast<double>(task.table.saved(range, option).value)
            + scale * static_cast<double>(weightBytes(task.table, range, option).value);
    });
}

}
