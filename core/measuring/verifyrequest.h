// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/model.h"
#include "core/plan/plan.h"
#include "core/profile/devicechoice.h"
#include "core/profile/measurement.h"

#include <string>
#include <vector>

namespace stagecraft {

// One stage of a plan to run on a real device: its layers on random samples, the operations of its pipeline rank in the
// schedule, and receive buffers and gradients in place of its neighbors.
struct VerifyRequest {
    Model model;
    Workload workload;
    LayerRange layers;
    LayerRunOptions run_options {};
    std::int64_t micro_batch = 1;
    std::int64_t micro_batches = 1;
    ScheduleKind schedule = ScheduleKind::OneForwardOneBackward;
    int pipeline_rank = 0; // in 0 .. pipeline_ranks - 1
    int pipeline_ranks = 1;
    DeviceChoice device {};
    bool trust = false; // the user allows loading the model's TorchScript file, which executes code from it

    friend bool operator==(const VerifyRequest&, const VerifyRequest&) = default;
};

// Result of running a stage. If the run did not complete, only `status` and `message` are set.
struct StageMeasurement {
    MeasuredDevice device;
    MeasurementStatus status = MeasurementStatus::Done;
    Message message; // reason of the failure
    Bytes allocated_peak; // peak of a step, excluding samples and labels
    Bytes reserved_peak; // allocator's peak over the whole run; equals the allocated peak on the CPU
    Timing step; // all micro-batches and the optimizer, without waiting for neighbors
    int repeats = 0;
    std::string measured_at; // ISO 8601, UTC

    friend bool operator==(const StageMeasurement&, const StageMeasurement&) = default;
};

// Checks ranges. Errors: OptionOutOfRange, OptionUnsupported for layer tables, ScriptUntrusted, those of chainPoints().
Result<void> validate(const VerifyRequest& request);

// Returns one point per layer of the stage. `request` must be valid. Errors: those of chainPoints().
Result<std::vector<ProfilePoint>> pointsOf(const VerifyRequest& request);

}
