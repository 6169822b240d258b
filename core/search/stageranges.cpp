// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/stageranges.h"

namespace stagecraft {

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
    const auto first = static_cast<std::size_t>(range.first);
    if (first >= m_rows.size()) {
        m_rows.resize(first + 1);
    }
    auto& row = m_rows[first];
    while (static_cast<int>(row.size()) < range.count()) {
        const LayerRange next {range.first, range.first + static_cast<int>(row.size()) + 1};
        Range& made = row.emplace_back();
        made.in_steps = m_peaks.inSteps(next);
        if (made.in_steps) {
            made.phases = m_peaks.phases(next);
            made.least = m_peaks.leastPhases(next);
        }
        made.bound = m_bounds.least(next);
    }
    return row[static_cast<std::size_t>(range.count()) - 1];
}

}
