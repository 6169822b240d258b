// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/costmodel.h"
#include "core/memory/stagepeaks.h"
#include "core/search/stagebounds.h"

#include <cstdint>
#include <vector>

namespace stagecraft {

// Costs of stages by layer range, independent of the pipeline rank, computed at the first request: a dynamic program
// requests the same ranges at every rank. Keeps references to its arguments. For one thread.
class StageRanges {
public:
    // True if keeping them pays: longer chains would need gigabytes, and those of layer tables are sums that are as
    // fast to compute.
    static bool areKept(const ChainCosts& costs);

    // `upper`: upper bounds of the peaks; null if stages need not fit.
    StageRanges(const StagePeaks& peaks, const StagePeaks* upper, const StageBounds& bounds, int layers);

    // True if the upper bound is within `capacity`, or if there are no upper bounds.
    bool fits(LayerRange range, std::int64_t in_flight, std::int64_t micro_batches, Bytes capacity);
    // Same as StagePeaks and StageBounds::least().
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
    std::vector<std::vector<Range>> m_rows; // by first layer, then by number of further layers
};

}
