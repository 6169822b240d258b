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
    : m_layers(std::move(stages)), m_stages(swapsOf(m_layers)), m_moves(operations, m_stages)
{
}

const LayerTimes& SwapCopies::timesOf(const SwapMove& move) const
{
    const int layer = m_stages.at(move.stage).swapped[static_cast<std::size_t>(move.swapped)].layer;
    return (*m_layers.at(move.stage))[static_cast<std::size_t>(layer)];
}

SwapCopies::Moment SwapCopies::before(std::size_t operation, const Operation& what, int pass, Moment now, Lanes& lanes,
                                      const Record& record)
{
    m_made = operation == m_operation ? m_made : 0;
    m_operation = operation;
    const auto moves = m_moves.of(operation);
    for (; m_made < moves.size() && moves[m_made].pass <= pass; ++m_made) {
        const SwapMove& move = moves[m_made];
        const Stash stash {move.stage, move.swapped, move.micro_batch};
        const bool out = move.step == SwapStep::Leaves;
        if (move.step == SwapStep::Gone) {
            now = laterOf(now, m_gone.at(stash));
            continue;
        }
        Moment& lane = out ? lanes.out : lanes.in;
        const Moment begin = laterOf(now, lane);
        const double end = begin.time + (out ? timesOf(move).swap_out : timesOf(move).swap_in).value;
        lane = {end, record(out, move, begin.time, end, begin.span)};
        (out ? m_gone : m_back)[stash] = lane;
        if (!out) {
            m_gone.erase(stash);
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
