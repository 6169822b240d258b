// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/stageranges.h"

namespace stagecraft {

StageRanges::StageRanges(const StagePeaks& peaks, const StagePeaks* upper, const StageBounds& bounds, int layers)
    : m_peaks(peaks), m_upper(upper), m_bounds(bounds), m_rows(static_cast<std::size_t>(layers))
{
}

bool StageRanges::areKept(const ChainCosts& costs)
{
    constexpr int mostLayers = 512;
    return costs.size() <= mostLayers && !costs.closedForm();
}

bool StageRanges::fits(LayerRange range, std::int64_t in_flight, std::int64_t micro_batches, Bytes capacity)
{
    if (m_upper == nullptr) {
        return true;
    }
    const Range& known = of(range);
    return (known.in_steps ? StagePeaks::peakOf(known.upper, in_flight, micro_batches)
                           : m_upper->peak(range, in_flight, micro_batches))
        <= capacity;
}

Bytes StageRanges::peak(LayerRange range, std::int64_t in_flight, std::int64_t micro_batches)
{
    const Range& known = of(range);
    return known.in_steps ? StagePeaks::peakOf(known.phases, in_flight, micro_batches)
                          : m_peaks.peak(range, in_flight, micro_batches);
}

Bytes StageRanges::least(LayerRange range, std::int64_t in_flight, std::int64_t micro_batches)
{
    const Range& known = of(range);
    return known.in_steps ? m_peaks.leastOf(known.least, in_flight, micro_batches)
                          : m_peaks.least(range, in_flight, micro_batches);
}

const StageRanges::Range& StageRanges::of(LayerRange range)
{
    auto& row = m_rows[static_cast<std::size_t>(range.first)];
    while (static_cast<int>(row.size()) < range.count()) {
        row.push_back(make({range.first, range.first + static_cast<int>(row.size()) + 1}));
    }
    return row[static_cast<std::size_t>(range.count()) - 1];
}

StageRanges::Range StageRanges::make(LayerRange range) const
{
    Range made;
    made.in_steps = m_peaks.inSteps(range);
    if (made.in_steps) {
        made.phases = m_peaks.phases(range);
        made.upper = m_upper != nullptr ? m_upper->phases(range) : StagePhases();
        made.least = m_peaks.leastPhases(range);
    }
    made.bound = m_bounds.least(range);
    return made;
}

}
