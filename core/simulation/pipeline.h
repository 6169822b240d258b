// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"
#include "core/schedule/schedule.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace stagecraft {

// What the simulation knows of a stage: times for one micro-batch, and the way to the next stage.
struct StageTimes {
    Seconds forward;
    Seconds backward;
    // Sending the output of this stage to the next one, and the gradient back. A link carries one message at a time
    // each way.
    Seconds transfer; // bytes over bandwidth
    Seconds latency;
    // After the last backward: what of the data-parallel reduction it did not hide, then the optimizer.
    Seconds reduction;
    Seconds optimizer;
};

struct SimulatedStep {
    Seconds step; // until the last stage has its new weights
    Seconds makespan; // until the last backward
    double bubble_fraction = 0; // idle share of all stages' time until then
};

// Runs the schedule's operations in order on one device a stage, each as soon as what it needs has arrived.
// `tied_exchange`: first and last stage wait for each other and exchange the gradient of tied weights before their
// optimizer steps; none if they need not.
SimulatedStep simulatePipeline(const std::vector<StageTimes>& stages, ScheduleKind schedule, std::int64_t micro_batches,
                               std::optional<Seconds> tied_exchange = {});

}
