// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/estimate.h"
#include "core/snapshot/memorytrace.h"
#include "ui/models/timelinedata.h"

#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace stagecraft {

// A recorded run as the window shows it. Made once, then only read.
struct TraceData {
    std::shared_ptr<const MemoryTrace> trace;
    CurvePyramid pyramid; // of its curve

    explicit TraceData(std::shared_ptr<const MemoryTrace> of) : trace(std::move(of)), pyramid(trace->curve) {}
};

// The memory that a plan predicts for the devices of one pipeline rank, as a recorded run counts it: the workspaces of
// cuBLAS lie in PyTorch's allocator, and are a part of allocated bytes here.
struct TracePrediction {
    int pipeline_rank = 0;
    QString name; // "Pipeline rank 2 (devices 8 to 15)"
    Bytes peak; // allocated
    MemoryBreakdown breakdown; // at the peak, with the libraries in its workspace
    CurvePyramid step; // over one training step, in equal parts of its time; empty: not simulated

    // The highest bytes of the part of a step from `from` to `to`, both from 0 to 1. Only with a simulated step.
    Bytes over(double from, double to) const;
};

// One for each pipeline rank of the plan; `simulated` may be null.
std::vector<TracePrediction> tracePredictions(const Plan& plan, const Estimate& estimate,
                                              const TimelineData* simulated);

// The pipeline rank that a recorded run most likely is of: the one with the device whose rank the file's name has
// ("rank3.pickle"), else the one whose predicted peak is the nearest. -1: there is none.
int likelyPipelineRank(const MemoryTrace& trace, const Plan& plan, const std::vector<TracePrediction>& predictions);

// A category of the recorded run beside the parts of the prediction that it compares with.
struct CategoryDifference {
    std::optional<TraceCategory> category; // nothing: the peak of allocated bytes
    Bytes measured;
    std::optional<Bytes> predicted; // nothing: no plan predicts such memory
};

// One row a category that either has, and one of the peaks. Activations take in the tensors between stages.
std::vector<CategoryDifference> categoryDifferences(const MemoryTrace& trace, const TracePrediction* prediction);

}
