// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/costmodel.h"
#include "core/memory/stagepeaks.h"
#include "core/search/stagebounds.h"

#include <cstdint>
#include <vector>

namespace stagecraft {

// What a stage with given layers has wherever it lies in the pipeline, made once for each range that is asked for: a
// dynamic program asks for the same ones at every pipeline rank. Holds references to its arguments. For one thread.
class StageRanges {
public:
    // Whether keeping them pays: of longer chains they would take gigabytes, and a layer table's are sums that are told
    // as quickly.
    static bool areKept(const ChainCosts& costs);

    // `upper`: bounds of the peaks, if stages must fit.
    StageRanges(const StagePeaks& peaks, const StagePeaks* upper, const StageBounds& bounds, int layers);

    // Whether the upper bound is within `capacity`; so it is where there are none.
    bool fits(LayerRange range, std::int64_t in_flight, std::int64_t micro_batches, Bytes capacity);
    // Those of StagePeaks and StageBounds::least().
    Bytes peak(LayerRange range, std::int64_t in_flight, std::int64_t micro_batches);
    Bytes least(LayerRange range, std::int64_t in_flight, std::int64_t micro_batches);
    double bound(LayerRange range) { return of(range).bound; }

private:
    struct Range {
        bool in_steps = false;
        StagePhases phases;
        StagePhases upper;
        StageLeast least;
        double bound = 0;
    };
    const Range& of(LayerRange range);
    Range make(LayerRange range) const;

    const StagePeaks& m_peaks;
    const StagePeaks* m_upper;
    const StageBounds& m_bounds;
    std::vector<std::vector<Range>> m_rows; // by first layer, then by how many more layers there are
};

}
