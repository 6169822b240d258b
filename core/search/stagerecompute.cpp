// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/stagerecompute.h"

#include <algorithm>

namespace stagecraft {

namespace {

class StageRecompute {
public:
    StageRecompute(const ChainCosts& keep, const ChainCosts& full, const SingleStage& stage, Bytes limit)
        : m_keep(keep), m_full(full), m_stage(stage), m_limit(limit)
    {
        for (int l = stage.layers.first; l < stage.layers.last; ++l) {
            if (layer(full, l).rematerialised > Bytes(0)) {
                m_layers.push_back(l);
            }
        }
    }

    std::optional<std::vector<int>> run() const
    {
        auto best = shortest(m_layers);
        if (equal()) {
            return best;
        }
        std::vector<int> order = m_layers;
        std::stable_sort(order.begin(), order.end(), [this](int a, int b) { return worth(a) > worth(b); });
        for (auto* other : {&m_layers, static_cast<const std::vector<int>*>(&order)}) {
            if (auto found = shortest(*other)) {
                dropNeedless(*found);
                if (!best || time(*found) < time(*best)) {
                    best = std::move(found);
                }
            }
        }
        return best;
    }

private:
    static const LayerCost& layer(const ChainCosts& costs, int index)
    {
        return costs.layers[static_cast<std::size_t>(index)];
    }

    bool equal() const
    {
        return std::all_of(m_layers.begin(), m_layers.end(), [this](int l) {
            const int first = m_layers.front();
            return layer(m_full, l).recompute == layer(m_full, first).recompute
                && layer(m_full, l).memory == layer(m_full, first).memory
                && layer(m_keep, l).memory == layer(m_keep, first).memory;
        });
    }

    double worth(int l) const
    {
        return static_cast<double>(layer(m_full, l).rematerialised.value)
            / std::max(1e-12, layer(m_full, l).recompute.value);
    }

    double time(const std::vector<int>& layers) const
    {
        double sum = 0;
        for (const int l : layers) {
            sum += layer(m_full, l).recompute.value;
        }
        return sum;
    }

    bool fits(const std::vector<int>& layers) const
    {
        ChainCosts mixed = m_keep;
        for (const int l : layers) {
            mixed.layers[static_cast<std::size_t>(l)] = layer(m_full, l);
        }
        const PassPhases phases = passPhasesOf(mixed, m_stage.layers, m_stage.replication, m_stage.halves);
        const PassPhases* all = &phases;
        return pipelineRankPeak(m_stage.occupancy, {&all, 1}) <= m_limit;
    }

    // Returns the shortest sufficient prefix of the order; longer prefixes never need more memory.
    std::optional<std::vector<int>> shortest(const std::vector<int>& order) const
    {
        const auto first = [&](std::size_t count) {
            std::vector<int> layers(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count));
            std::sort(layers.begin(), layers.end());
            return layers;
        };
        if (fits({})) {
            return std::vector<int>();
        }
        if (!fits(first(order.size()))) {
            return std::nullopt;
        }
        std::size_t few = 0;
        std::size_t enough = order.size();
        while (enough - few > 1) {
            const std::size_t middle = few + (enough - few) / 2;
            (fits(first(middle)) ? enough : few) = middle;
        }
        return first(enough);
    }

    // Drops unneeded layers, those with the longest recomputation first.
    void dropNeedless(std::vector<int>& layers) const
    {
        std::vector<int> longest = layers;
        std::stable_sort(longest.begin(), longest.end(),
                         [this](int a, int b) { return layer(m_full, a).recompute > layer(m_full, b).recompute; });
        for (const int l : longest) {
            std::vector<int> without = layers;
            std::erase(without, l);
            if (fits(without)) {
                layers = std::move(without);
            }
        }
    }

    const ChainCosts& m_keep;
    const ChainCosts& m_full;
    const SingleStage& m_stage;
    Bytes m_limit;
    std::vector<int> m_layers; // layers that can be recomputed
};

}

std::optional<std::vector<int>> leastRecomputed(const ChainCosts& keep, const ChainCosts& full,
                                                const SingleStage& stage, Bytes limit)
{
    return StageRecompute(keep, full, stage, limit).run();
}

}
