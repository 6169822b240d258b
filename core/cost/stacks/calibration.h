// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/cost/stacks/modelledrun.h"
#include "core/cost/stacks/stack.h"

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace stagecraft {

struct CalibrationRequest {
    std::string name;
    std::optional<StackForm> form; // none: that with the least cross-validated error
    std::string made_at; // ISO 8601, UTC
    // Tell runs without a pipeline that reduce-scatter from those that all-reduce by their measured speed, where their
    // rows do not say it: what is better by more than 40 %.
    bool modes_from_speed = false;
};

// Told now and then from 0 to 1, never less than before.
using CalibrationReport = std::function<void(double share)>;

// Learns a stack's corrections from measured runs. Runs that it cannot express are kept with the reason. Errors:
// RunsUnusable where fewer than three runs of memory and fewer than three of time can be used; Cancelled. Safe from any
// thread; takes seconds for hundreds of runs, minutes for the most that a file may have. Reports on the caller's
// thread.
Result<Stack> calibrate(const std::vector<Run>& runs, const CalibrationRequest& request, const std::stop_token& stop,
                        const CalibrationReport& report = {});

// What a stack's model says of a run: never more than the run tells of itself, so that what is missing is a reason.
struct StackPrediction {
    std::string obstacle; // why the stack cannot express the run; then nothing else is there
    std::optional<Bytes> peak;
    Bytes peak_low;
    Bytes peak_high;
    Bytes uncorrected_peak;
    std::string no_step; // why there is no time
    std::optional<Seconds> step;
    Seconds step_low;
    Seconds step_high;
    Seconds uncorrected_step;
};
StackPrediction predict(const Run& run, const Stack& stack);

// Why a stack has no time for a run, whose model is modelledRun(run, stack.form); empty if it has.
std::string stepObstacle(const Run& run, const ModelledRun& modelled, const Stack& stack);

// The same stack at its priors: the uncorrected model.
Stack uncorrected(Stack stack);

}
