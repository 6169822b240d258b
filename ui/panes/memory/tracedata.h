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

// A recorded run prepared for display. Immutable.
struct TraceData {
    std::shared_ptr<const MemoryTrace> trace;
    CurvePyramid pyramid; // pyramid of the run's curve

    explicit TraceData(std::shared_ptr<const MemoryTrace> of) : trace(std::move(of)), pyramid(trace->curve) {}
};

// Predicted memory of the devices of one pipeline rank, counted like a recorded run: the workspaces of cuBLAS come from
// PyTorch's allocator and are therefore part of allocated bytes.
struct TracePrediction {
    int pipeline_rank = 0;
    QString name; // "Pipeline rank 2 (devices 8 to 15)"
    Bytes peak; // allocated, with the libraries
    Bytes libraries; // workspaces of libraries
    MemoryBreakdown breakdown; // at the peak; `workspace` includes the libraries
    CurvePyramid step; // one training step in equal intervals of time; empty: not simulated

    // Maximum in bytes from `from` to `to`, both shares of the step from 0 to 1. Requires a simulated step.
    Bytes over(double from, double to) const;
};

// Returns one prediction per pipeline rank of the plan; `simulated` may be null.
std::vector<TracePrediction> tracePredictions(const Plan& plan, const Estimate& estimate,
                                              const TimelineData* simulated);

// Returns the most likely pipeline rank of a recorded run: the one with the device whose rank is in the file name
// ("rank3.pickle"), otherwise the one with the nearest predicted peak. -1 if there is none.
int likelyPipelineRank(const MemoryTrace& trace, const Plan& plan, const std::vector<TracePrediction>& predictions);

// A memory category of the recorded run and the corresponding parts of the prediction.
struct CategoryDifference {
    std::optional<TraceCategory> category; // empty: the peak of allocated bytes
    Bytes measured;
    std::optional<Bytes> predicted; // empty: no plan predicts such memory
};

// Returns one row per category that is present in either, and one row for the peaks. Activations include the tensors
// sent between stages.
std::vector<CategoryDifference> categoryDifferences(const MemoryTrace& trace, const TracePrediction* prediction);

}
