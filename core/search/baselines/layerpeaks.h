// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/profile/published.h"
#include "core/search/baselines/chainsplitpoints.h"

#include <vector>

// Statistics of mCAP and its successors, derived from a table instead of profiling runs on devices.
namespace stagecraft::baseline {

// Peak of a device with layer l alone, and increment of a stage's peak when l is appended to it (0 for layer 0), each
// the mean of the observations, truncated to whole bytes (capslog/calc_mem_stats.py, get_mem_stats()).
struct LayerPeaks {
    std::vector<std::int64_t> alone;
    std::vector<std::int64_t> added; // may be negative
    Message note {}; // empty if the published runs could be followed

    // Returns the prediction for a stage: its first layer alone plus the increment of each further one.
    std::int64_t of(LayerRange range) const;
};

// Computes the statistics from the runs. If `runs` has an error (fewer than 3 devices, or too few layers), observes
// each layer and each pair once, at the pipeline rank where even split points place them.
LayerPeaks observedPeaks(int layers, int pipeline_ranks, const Result<std::vector<ProfilingRun>>& runs,
                         const PipelineRankPeak& peak);

}
