// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulation/swapcopies.h"

#include <utility>

namespace stagecraft {

namespace {

SwapCopies::Moment laterOf(const SwapCopies::Moment& a, const SwapCopies::Moment& b)
{
    return b.time > a.time ? b : a;
}

std::map<int, StageSwaps> swapsOf(const std::map<int, const std::vector<LayerTimes>*>& stages)
{
    std::map<int, StageSwaps> swaps;
    for (const auto& [stage, layers] : stages) {
        StageSwaps& own = swaps[stage];
        own.layers = static_cast<int>(layers->size());
        for (int l = 0; l < own.layers; ++l) {
            const LayerTimes& times = (*layers)[static_cast<std::size_t>(l)];
            if (times.window) {
                own.swapped.push_back({l, *times.window, times.shared});
            }
        }
    }
    return swaps;
}

}

SwapCopies::SwapCopies(std::span<const Operation> operations, std::map<int, const std::vector<LayerTimes>*> stages)
    : m_layers(std::move(stages)), m_stages(swapsOf(m_layers)), m_events(operations, m_stages)
{
}

const LayerTimes& SwapCopies::timesOf(const SwapEvent& event) const
{
    const int layer = m_stages.at(event.stage).swapped[static_cast<std::size_t>(event.swapped)].layer;
    return (*m_layers.at(event.stage))[static_cast<std::size_t>(layer)];
}

SwapCopies::Moment SwapCopies::before(std::size_t operation, const Operation& what, int pass, Moment now, Lanes& lanes,
                                      const Record& record)
{
    m_made = operation == m_operation ? m_made : 0;
    m_operation = operation;
    const auto events = m_events.of(operation);
    for (; m_made < events.size() && events[m_made].pass <= pass; ++m_made) {
        const SwapEvent& event = events[m_made];
        const SwappedKey activations {event.stage, event.swapped, event.micro_batch};
        const bool out = event.step == SwapStep::CopyOutMayBegin;
        if (event.step == SwapStep::CopyOutEnds) {
            now = laterOf(now, m_gone.at(activations));
            continue;
        }
        Moment& lane = out ? lanes.out : lanes.in;
        const Moment begin = laterOf(now, lane);
        const double end = begin.time + (out ? timesOf(event).swap_out : timesOf(event).swap_in).value;
        lane = {end, record(out, event, begin.time, end, begin.span)};
        (out ? m_gone : m_back)[activations] = lane;
        if (!out) {
            m_gone.erase(activations);
        }
    }
    if (!isBackward(what.kind)) {
        return now;
    }
    const StageSwaps& stage = m_stages.at(what.stage);
    const int layer = layerOfPass(what.kind, pass, stage.layers);
    for (std::size_t s = 0; s < stage.swapped.size(); ++s) {
        const auto back = m_back.find({what.stage, static_cast<int>(s), what.micro_batch});
        if (firstUser(stage.swapped[s]) == layer && back != m_back.end()) {
            now = laterOf(now, back->second);
            m_back.erase(back);
        }
    }
    return now;
}

}
