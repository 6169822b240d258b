// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/stackranges.h"

#include "core/estimate/stackrun.h"

namespace stagecraft {

namespace {

constexpr int endings = 4; // of a stage: neither end of the chain, the first layer, the last one, both

std::size_t sizeOf(int rows, int layers)
{
    return static_cast<std::size_t>(rows) * static_cast<std::size_t>(layers);
}

}

StackRanges::StackRanges(const StackStages& stack, int layers, int places)
    : m_stack(stack)
    , m_layers(layers)
    , m_places(places)
    , m_peaks(sizeOf(places, layers), Bytes(-1))
    , m_least(sizeOf(places, layers), Bytes(-1))
    , m_steps(sizeOf(endings, layers), -1)
{
}

std::size_t StackRanges::index(int row, LayerRange range) const
{
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(m_layers)
        + static_cast<std::size_t>(stageLayersOf(range, m_layers).layers);
}

Bytes StackRanges::peak(int place, LayerRange range)
{
    Bytes& known = m_peaks[index(place, range)];
    if (known < Bytes(0)) {
        known = m_stack.peak(range, m_places - place, m_places);
    }
    return known;
}

Bytes StackRanges::least(int place, LayerRange range)
{
    Bytes& known = m_least[index(place, range)];
    if (known < Bytes(0)) {
        known = m_stack.leastPeak(stageLayersOf(range, m_layers).layers, m_places - place);
    }
    return known;
}

double StackRanges::step(LayerRange range)
{
    const int ends = (range.first == 0 ? 1 : 0) + (range.last == m_layers ? 2 : 0);
    double& known = m_steps[index(ends, range)];
    if (known < 0) {
        known = m_stack.leastStep(m_places, range).value;
    }
    return known;
}

}
