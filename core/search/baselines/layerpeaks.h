// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/profile/published.h"
#include "core/search/baselines/chainsplitpoints.h"

#include <vector>

// The statistics of mCAP and its successors, had from a table as their profiling runs would have them from devices.
namespace stagecraft::baseline {

// Peak of a device with layer l alone, and what l adds to the peak of a stage that it is appended to (none for layer
// 0), each the mean of the observations, cut off to whole bytes (capslog/calc_mem_stats.py, get_mem_stats()).
struct LayerPeaks {
    std::vector<std::int64_t> alone;
    std::vector<std::int64_t> added; // may be negative
    Message note {}; // empty if the published runs could be followed

    // What both predict for a stage: its first layer alone and what each further one adds.
    std::int64_t of(LayerRange range) const;
};

// By the runs; by a layer and a pair each, at the pipeline rank where even split points would have them, if `runs` has
// an error (fewer than 3 devices, or too few layers).
LayerPeaks observedPeaks(int layers, int pipeline_ranks, const Result<std::vector<ProfilingRun>>& runs,
                         const PipelineRankPeak& peak);

}
