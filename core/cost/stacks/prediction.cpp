// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/stacks/calibration.h"
#include "core/cost/stacks/memorymodel.h"
#include "core/cost/stacks/timemodel.h"

#include <algorithm>

namespace stagecraft {

namespace {

void predictMemory(const Run& run, const ModelledRun& modelled, const Stack& stack, StackPrediction& prediction)
{
    const MemoryRank rank =
        run.scope.rank == MemoryRank::First || run.scope.rank == MemoryRank::Last ? run.scope.rank : MemoryRank::Most;
    const MemoryValues values = valuesOf(stack.memory);
    const auto stages = memoryTerms(modelled, rank);
    const Bytes peak = predictedMemory(stages, values);
    const Band band = stack.memory_evidence ? stack.memory_evidence->band : Band();
    prediction.peak = peak;
    prediction.peak_low = boundOfMemory(peak, band.low);
    prediction.peak_high = boundOfMemory(peak, band.high);
    prediction.uncorrected_peak = predictedMemory(stages, valuesOf(memoryCoefficients(stack.form, stack.kind)));
    if (const auto other = otherModeOf(modelled, run.tensor_mode)) {
        const Bytes second = std::max(Bytes(0), peak + otherModeBytes(modelled, *other, values));
        prediction.peak_low = std::min(prediction.peak_low, second);
        prediction.peak_high = std::max(prediction.peak_high, second);
    }
}

void predictStep(const Run& run, const ModelledRun& modelled, const Stack& stack, StackPrediction& prediction)
{
    prediction.no_step = stepObstacle(run, modelled, stack);
    if (!prediction.no_step.empty()) {
        return;
    }
    const DeviceSheet sheet = *deviceSheet(run.device);
    const TimeValues values = valuesOf(stack.time);
    const Seconds step = stepTime(modelled, sheet, values);
    const Band band = stack.time_evidence ? stack.time_evidence->band : Band();
    prediction.step = step;
    prediction.step_low = step * band.low;
    prediction.step_high = step * band.high;
    prediction.uncorrected_step = stepTime(modelled, sheet, valuesOf(timeCoefficients(stack.form)));
    if (const auto other = otherModeOf(modelled, run.tensor_mode)) {
        const Seconds second = stepTime(*other, sheet, values);
        prediction.step_low = std::min(prediction.step_low, second);
        prediction.step_high = std::max(prediction.step_high, second);
    }
}

}

std::string stepObstacle(const Run& run, const ModelledRun& modelled, const Stack& stack)
{
    if (stack.time.empty()) {
        return "the stack has no model of time";
    }
    if (const std::string obstacle = timeObstacle(modelled); !obstacle.empty()) {
        return obstacle;
    }
    if (!modelled.micro_batches_known) {
        return "global batch not told";
    }
    if (!deviceSheet(run.device)) {
        return run.device.empty() ? "GPU not told" : "no data sheet of " + run.device;
    }
    const bool other = !stack.device.empty() && stack.device != run.device;
    return other ? "the stack's times are of " + stack.device + ", the run's of " + run.device : "";
}

StackPrediction predict(const Run& run, const Stack& stack)
{
    StackPrediction prediction;
    const Modelled modelled = modelledRun(run, stack.form);
    if (!modelled) {
        prediction.obstacle = modelled.error();
        return prediction;
    }
    predictMemory(run, *modelled, stack, prediction);
    predictStep(run, *modelled, stack, prediction);
    return prediction;
}

Stack uncorrected(Stack stack)
{
    stack.memory = memoryCoefficients(stack.form, stack.kind);
    stack.time = timeCoefficients(stack.form);
    stack.memory_evidence.reset();
    stack.time_evidence.reset();
    return stack;
}

}
