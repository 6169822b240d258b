// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/words/memoryparts.h"

#include <QString>

namespace stagecraft {

// Formula of each figure and the document that describes it, for tooltips and breakdowns.
enum class Figure {
    Degrees,
    MicroBatch,
    Peak,
    Reserved,
    OnDevice,
    AtMost,
    Throughput,
    Step,
    Bubble,
    Mfu,
    Exposed,
    Cost,
    CostPerMillion,
    RunCost,
    TrainTime,
    Basis,
    Capacity,
    Headroom,
    PeakBounds,
    StepBounds,
    TrainTimeBounds,
    CostBounds,
    Amount,
    PerStep,
    Devices,
    Batch,
    Sequence,
    HourlyPrice,
    Link,
    Tried,
    LayerNumber,
    LayerParameters,
    LayerWork,
    LayerOutput,
    LayerSaved,
    PointMicroBatch,
    MeasuredForward,
    MeasuredBackward,
    MeasuredSaved,
    Steadiness,
    ForwardThere,
    BackwardThere,
    SavedThere,
    PointPredicted,
    PointResidual,
    Covered,
    Additivity,
    RunMeasured,
    RunPredicted,
    RunError,
    RunMicroBatch,
    Runs,
    MeanError,
    MedianError,
    NinthDecile,
    Bias,
    RankCorrelation,
    Coverage,
    StageNumber,
    StageLayers,
    StageTensor,
    StageReplicas,
    StageParameters,
    StagePasses,
    StagePeak,
    StageCapacity,
    PeakRatio,
    SpanMicroBatch,
    SpanPipelineRank,
    SpanStart,
    SpanTime,
    SpanEnd
};

inline constexpr int figureCount = static_cast<int>(Figure::SpanEnd) + 1;

QString formulaOf(Figure figure);
QString formulaOf(MemoryPart part);

}
