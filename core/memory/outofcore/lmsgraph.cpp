// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/crossings.h"
#include "core/memory/outofcore/lms.h"

#include <algorithm>
#include <set>

namespace stagecraft {

namespace {

class Reader {
public:
    Reader(const ChainCosts& costs, LayerRange range)
        : m_costs(costs), m_range(range), m_crossings(crossingsOf(costs, range))
    {
        m_makers.resize(m_crossings.tensors.size(), -1);
        m_uses.resize(m_crossings.tensors.size());
    }

    LmsGraph read()
    {
        for (int l = m_range.first; l < m_range.last; ++l) {
            addLevel(l, false);
            followInputs(l);
            followOutputs(l);
        }
        for (int l = m_range.last - 1; l >= m_range.first; --l) {
            addLevel(l, true);
        }
        addBoundaries();
        std::stable_sort(m_graph.tensors.begin(), m_graph.tensors.end(),
                         [](const LmsTensor& a, const LmsTensor& b) { return a.producer < b.producer; });
        return std::move(m_graph);
    }

private:
    const LayerMemory& memory(int layer) const { return m_costs.layers[static_cast<std::size_t>(layer)].memory; }
    int forward(int layer) const { return layer - m_range.first; }
    int backward(int layer) const { return 2 * m_range.count() - 1 - forward(layer); }

    // Bytes of a layer's outputs that its own graph keeps.
    Bytes savedOutputs(int layer) const
    {
        Bytes bytes;
        for (const int index : m_crossings.given(layer)) {
            const bool made = !m_crossings.takes(layer, index);
            bytes += made && m_crossings.crossing(index).saved ? m_crossings.crossing(index).bytes : Bytes(0);
        }
        return bytes;
    }

    Bytes madeOutputs(int layer) const
    {
        Bytes bytes;
        for (const int index : m_crossings.given(layer)) {
            bytes += m_crossings.takes(layer, index) ? Bytes(0) : m_crossings.crossing(index).bytes;
        }
        return bytes;
    }

    void addLevel(int layer, bool backwards)
    {
        const LayerMemory& bytes = memory(layer);
        const LayerCost& cost = m_costs.layers[static_cast<std::size_t>(layer)];
        const Bytes own = bytes.saved - savedOutputs(layer);
        LmsLevel level {layer, backwards, backwards ? cost.backward.median : cost.forward.median, {}};
        // Bytes besides the tensors: inputs, outputs and saved bytes.
        const Bytes working = backwards ? std::max(bytes.backward_peak - bytes.gradients, bytes.accumulate_peak)
                                        : bytes.forward_peak - own - madeOutputs(layer);
        level.working = std::max(working, Bytes(0)) + sampleBytes(m_costs, m_range);
        m_graph.levels.push_back(level);
        if (!backwards && own > Bytes(0)) {
            m_graph.tensors.push_back({own, forward(layer), {this->backward(layer)}});
        }
    }

    bool keeps(int layer, std::size_t input) const
    {
        const LayerMemory& bytes = memory(layer);
        return bytes.inputs.empty() ? input == 0 && bytes.keeps_input
                                    : input < bytes.inputs.size() && bytes.inputs[input].kept;
    }

    bool passes(int layer, std::size_t input) const
    {
        const auto& outputs = memory(layer).outputs;
        return std::any_of(outputs.begin(), outputs.end(),
                           [&](const BoundaryTensor& output) { return output.passes == static_cast<int>(input); });
    }

    void followInputs(int layer)
    {
        const std::vector<int>& taken = m_crossings.taken(layer);
        for (std::size_t i = 0; i < taken.size(); ++i) {
            std::set<int>& uses = m_uses[static_cast<std::size_t>(taken[i])];
            if (keeps(layer, i)) {
                uses.insert(backward(layer));
            }
            // A tensor that only passes through is not used; a received tensor has no producer here.
            if ((keeps(layer, i) || !passes(layer, i)) && forward(layer) > 0) {
                uses.insert(forward(layer));
            }
        }
    }

    void followOutputs(int layer)
    {
        for (const int index : m_crossings.given(layer)) {
            if (m_crossings.takes(layer, index)) {
                continue;
            }
            m_makers[static_cast<std::size_t>(index)] = forward(layer);
            if (m_crossings.crossing(index).saved) {
                m_uses[static_cast<std::size_t>(index)].insert(backward(layer));
            }
        }
    }

    void addBoundaries()
    {
        for (std::size_t t = 0; t < m_uses.size(); ++t) {
            const Bytes bytes = m_crossings.tensors[t].bytes;
            if (bytes > Bytes(0) && !m_uses[t].empty() && !m_crossings.isSample(static_cast<int>(t))) {
                m_graph.tensors.push_back({bytes, std::max(m_makers[t], 0), {m_uses[t].begin(), m_uses[t].end()}});
            }
        }
    }

    const ChainCosts& m_costs;
    LayerRange m_range;
    Crossings m_crossings;
    std::vector<int> m_makers; // level that produces each crossing; -1: received
    std::vector<std::set<int>> m_uses;
    LmsGraph m_graph;
};

}

LmsGraph lmsGraph(const ChainCosts& costs, LayerRange range)
{
    return costs.closedForm() ? LmsGraph {} : Reader(costs, range).read();
}

}
