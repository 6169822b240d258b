// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulation/fsdppass.h"

#include <algorithm>

namespace stagecraft {

namespace {

// Time of a layer's own bytes followed by those of its experts.
template <typename Collective>
Seconds timeOf(Bytes all, Bytes of_experts, const FsdpGroups& groups, const Collective& collective)
{
    const auto time = [&](Bytes bytes, const RankGroup& group) {
        return group.ranks > 1 && bytes > Bytes(0) ? collective(bytes, group) : Seconds(0);
    };
    return time(all - of_experts, groups.all) + time(of_experts, groups.experts);
}

}

Seconds gatherTime(const FsdpLayer& layer, const FsdpGroups& replicas)
{
    return timeOf(layer.parameters, layer.expert_parameters, replicas, allGather);
}

Seconds scatterTime(const FsdpLayer& layer, const FsdpGroups& replicas)
{
    return timeOf(layer.gradients, layer.expert_gradients, replicas, reduceScatter);
}

namespace {

// Resources of a device, with the times at which they are free.
class Resources {
public:
    explicit Resources(const FsdpGroups& groups) : m_groups(groups) {}

    // Fetches and gathers a layer, requested at `asked`; returns the end.
    Seconds bring(const FsdpLayer& layer, Seconds asked)
    {
        if (layer.fetch > Seconds(0)) {
            asked = m_host_free = std::max(m_host_free, asked) + layer.fetch;
        }
        return send(gatherTime(layer, m_groups), asked);
    }
    void finish(const FsdpLayer& layer, bool backward)
    {
        m_done.push_back(backward ? send(scatterTime(layer, m_groups), m_compute_free) : m_compute_free);
    }

    // Starts when compute is free and its inputs are ready; returns the start.
    Seconds compute(Seconds time, Seconds needed)
    {
        const Seconds begin = std::max(m_compute_free, needed);
        m_compute_free = begin + time;
        m_computed += time;
        return begin;
    }

    FsdpTimes times() const
    {
        const Seconds total = std::max(m_compute_free, m_links_free);
        return {total, std::max(Seconds(0), total - m_computed), m_sent, m_done};
    }

private:
    Seconds send(Seconds time, Seconds asked)
    {
        if (time <= Seconds(0)) {
            return asked;
        }
        m_links_free = std::max(m_links_free, asked) + time;
        m_sent += time;
        return m_links_free;
    }

    FsdpGroups m_groups;
    Seconds m_compute_free;
    Seconds m_host_free;
    Seconds m_links_free;
    Seconds m_computed;
    Seconds m_sent;
    std::vector<Seconds> m_done;
};

// Runs a pass over `layers`, given in its order.
FsdpTimes run(const std::vector<const FsdpLayer*>& layers, const FsdpGroups& replicas, bool backward)
{
    Resources resources(replicas);
    if (layers.empty()) {
        return {};
    }
    Seconds gathered = resources.bring(*layers.front(), Seconds(0));
    for (std::size_t l = 0; l < layers.size(); ++l) {
        const FsdpLayer& layer = *layers[l];
        const Seconds begin = resources.compute(backward ? layer.backward : layer.forward, gathered);
        if (l + 1 < layers.size()) {
            gathered = resources.bring(*layers[l + 1], begin);
        }
        resources.finish(layer, backward);
    }
    return resources.times();
}

}

FsdpPass fsdpPass(const std::vector<FsdpLayer>& layers, const FsdpGroups& replicas)
{
    std::vector<const FsdpLayer*> order;
    for (const FsdpLayer& layer : layers) {
        order.push_back(&layer);
    }
    FsdpPass pass;
    pass.forward = run(order, replicas, false);
    std::reverse(order.begin(), order.end());
    pass.backward = run(order, replicas, true);
    return pass;
}

}
