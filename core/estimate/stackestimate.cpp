// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/stackestimate.h"

#include "core/cost/stacks/calibration.h"
#include "core/cost/stacks/memorymodel.h"
#include "core/cost/stacks/timemodel.h"
#include "core/estimate/devicememory.h"
#include "core/estimate/fittedrange.h"
#include "core/estimate/stacknotes.h"
#include "core/estimate/stackrun.h"
#include "core/hardware/libraries.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace stagecraft {

namespace {

Bytes rounded(double bytes)
{
    return Bytes(static_cast<std::int64_t>(std::llround(bytes)));
}

// What each correction stands for, as kinds of bytes. Rounding goes to the activations, or else to the optimizer's.
MemoryBreakdown breakdownOf(const MemoryTerms& terms, const MemoryValues& values)
{
    const auto added = [&](MemoryCorrection correction) {
        const auto at = static_cast<std::size_t>(correction);
        return terms.unit[at] * values[at];
    };
    MemoryBreakdown parts;
    parts.parameters = rounded(terms.parameters);
    parts.gradients = rounded(terms.gradients + added(MemoryCorrection::Grads));
    parts.optimizer = rounded(terms.optimizer);
    parts.communication = rounded(terms.gathered + added(MemoryCorrection::Held));
    parts.boundaries = rounded(added(MemoryCorrection::Token));
    parts.workspace = rounded(added(MemoryCorrection::Logit));
    parts.framework = rounded(added(MemoryCorrection::Fixed));
    const Bytes rest = predictedMemory({terms}, values) - parts.total();
    (rest < Bytes(0) ? parts.optimizer : parts.activations) += rest;
    return parts;
}

Band bandOf(const std::optional<StackEvidence>& evidence)
{
    const Band band = evidence ? evidence->band : Band();
    return {std::min(1.0, band.low), std::max(1.0, band.high)};
}

// Beyond the runs that it is of, a band says less: twice as wide on either side of the prediction, as a logarithm.
Band bandOf(const std::optional<StackEvidence>& evidence, bool beyond)
{
    const Band band = bandOf(evidence);
    return beyond ? Band {band.low * band.low, band.high * band.high} : band;
}

// Of `predicted` bytes: those of the band, which is that of the runs or beyond them, and those of the other way in
// which tensor ranks may exchange.
struct PeakBounds {
    Bytes low;
    Bytes high;
};

PeakBounds boundsOf(const Stack& stack, Bytes predicted, const StackBounds& bounds)
{
    const Band band = bandOf(stack.memory_evidence, bounds.beyond);
    const Bytes other = std::max(Bytes(0), predicted + bounds.other_mode);
    return {std::min(boundOfMemory(predicted, band.low), other), std::max(boundOfMemory(predicted, band.high), other)};
}

// What the allocator has reserved and the device holds where a stack predicts `bytes` of its kind.
struct StackPeaks {
    Bytes reserved;
    Bytes device;
};

// `share`: of reserved over allocated bytes; `outside`: what the device holds beside the allocator's. Never is one of
// the three below the one before: what a stack does not tell apart is told as one number.
StackPeaks peaksOf(const Stack& stack, Bytes bytes, double share, Bytes outside)
{
    switch (stack.kind) {
    case MemoryKind::Reserved:
        return {bytes, bytes + outside};
    case MemoryKind::Device:
        return {bytes, std::max(bytes, outside)};
    default: {
        const Bytes reserved = boundOfMemory(bytes, share);
        return {reserved, reserved + outside};
    }
    }
}

// By the bounds that are shown: what fits does so at the upper one.
Bytes deviceHigh(const Stack& stack, Bytes predicted, double share, Bytes outside, const StackBounds& bounds)
{
    return peaksOf(stack, boundsOf(stack, predicted, bounds).high, share, outside).device;
}

// The three peaks of a device where the stack predicts bytes of one kind. What is reserved beyond allocated bytes is as
// the ledger's estimate has it (the replay can only add to that of the measured layers, so that it never contradicts
// largestFittingPeak()).
void setPeaks(DeviceEstimate& device, const Stack& stack, Bytes predicted, double least_share,
              const StackBounds& bounds)
{
    const auto [low, high] = boundsOf(stack, predicted, bounds);
    const double share = device.fragmentation ? std::max(least_share, device.reserved / device.peak) : least_share;
    const Bytes sure = device.libraries + device.context;
    const StackPeaks peaks = peaksOf(stack, predicted, share, sure + device.collectives.middle);
    device.peak = predicted;
    device.peak_low = low;
    device.peak_high = high;
    device.reserved = peaks.reserved;
    device.device = peaks.device;
    device.device_high = deviceHigh(stack, predicted, share, sure + device.collectives.high, bounds);
    device.fits = device.device_high <= device.capacity;
}

void setMemory(Estimate& estimate, const Plan& plan, const ModelledRun& run, const ChainCosts& costs,
               const Stack& stack, const StackBounds& bounds)
{
    const MemoryValues values = valuesOf(stack.memory);
    const double share = reservedShare(costs);
    const auto stages = memoryTerms(run, MemoryRank::Most);
    estimate.peak = estimate.peak_low = estimate.peak_high = Bytes(0);
    estimate.fits = true;
    estimate.devices.changePlaces([&](DeviceEstimate& device) {
        const auto stage = static_cast<std::size_t>(device.stage);
        const Bytes predicted = predictedMemory({stages[stage]}, values);
        setPeaks(device, stack, predicted, share, bounds);
        device.breakdown = breakdownOf(stages[stage], values);
        // All micro-batches in flight, the gradients and, on the last stage, the logits together.
        device.moment = {MemoryPhase::Backward, 0, plan.stages[stage].layers.last - 1};
        estimate.peak = std::max(estimate.peak, device.peak);
        estimate.peak_low = std::max(estimate.peak_low, device.peak_low);
        estimate.peak_high = std::max(estimate.peak_high, device.peak_high);
        estimate.fits = estimate.fits && device.fits;
    });
    estimate.memory_basis = stack.memory_evidence ? Basis::Calibrated : Basis::Analytic;
}

// What follows from the time of a step does so in proportion.
// `other`: the same plan with its tensor ranks exchanging the other way, where nothing tells which.
void setTime(Estimate& estimate, const ModelledRun& run, const std::optional<ModelledRun>& other,
             const DeviceSheet& sheet, const Stack& stack, bool beyond)
{
    const TimeValues values = valuesOf(stack.time);
    const Band band = bandOf(stack.time_evidence, beyond);
    const Seconds step = stepTime(run, sheet, values);
    const double factor = estimate.step > Seconds(0) ? step / estimate.step : 0;
    estimate.step = step;
    const Seconds second = other ? stepTime(*other, sheet, values) : step;
    estimate.step_low = std::min(step * band.low, second);
    estimate.step_high = std::max(step * band.high, second);
    estimate.bubble_fraction = idleShare(run, sheet, values);
    estimate.bubble_of_ideal = estimate.bubble_fraction / (1 - std::min(estimate.bubble_fraction, 0.999));
    const double samples = run.micro_batch * run.micro_batches * run.data;
    estimate.samples_per_second = samples / step.value;
    estimate.tokens_per_second = estimate.samples_per_second * run.sequence;
    if (factor > 0) {
        estimate.mfu = estimate.mfu ? std::optional(*estimate.mfu / factor) : std::nullopt;
        estimate.cost_per_step =
            estimate.cost_per_step ? std::optional(*estimate.cost_per_step * factor) : std::nullopt;
    }
    estimate.exposed_communication.reset(); // that was the simulated step's
    estimate.time_basis = stack.time_evidence ? Basis::Calibrated : Basis::Analytic;
}

// Of the runs that one quantity was fitted on, which `skipped` tells. A stack's file may lack them.
std::string sourceText(const std::optional<StackEvidence>& evidence, const Stack& stack, std::string StackRow::*skipped)
{
    if (!evidence) {
        return "not fitted: the stack's priors";
    }
    std::vector<StackRow> used;
    std::copy_if(stack.rows.begin(), stack.rows.end(), std::back_inserter(used),
                 [skipped](const StackRow& row) { return (row.*skipped).empty(); });
    return used.empty() ? "fitted on " + std::to_string(evidence->fitted.count) + " runs that its file lacks"
                        : "fitted on " + std::to_string(used.size()) + " runs of " + filesText(used);
}

}

Result<void> applyStack(Estimate& estimate, const Problem& problem, const Plan& plan, const PlanCosts& costs,
                        const Stack& stack)
{
    const auto run = runOf(problem, plan);
    const Modelled modelled = modelledRun(problem, plan, stack.form);
    if (!run || !modelled) {
        return failure(ErrorCode::StackCannot, {stack.name, run ? modelled.error() : run.error()});
    }
    const FittedRange range(stack);
    const auto other = otherModeOf(*modelled, run->tensor_mode);
    StackStanding standing {range.isBeyondMemory(*modelled), range.isBeyondTime(*modelled), other.has_value(), nullptr};
    const Bytes other_mode = other ? otherModeBytes(*modelled, *other, valuesOf(stack.memory)) : Bytes(0);
    setMemory(estimate, plan, *modelled, costs.of(0), stack, {standing.beyond_memory, other_mode});
    StackUse use {stack.name, stack.kind, sourceText(stack.memory_evidence, stack, &StackRow::memory_skipped),
                  {},         false,      {}};
    const std::string no_step = stepObstacle(*run, *modelled, stack);
    std::optional<ClusterSheet> sheet;
    if (no_step.empty()) {
        sheet = clusterSheet(groupOf(problem, plan), problem.workload.precision, *deviceSheet(run->device));
        standing.sheet = &*sheet;
        standing.beyond_time = standing.beyond_time || !sheet->scaled.empty();
        setTime(estimate, *modelled, other, sheet->sheet, stack, standing.beyond_time);
        use.time_source = sourceText(stack.time_evidence, stack, &StackRow::time_skipped);
        use.tells_time = true;
    } else {
        use.time_source = "not the stack's: " + no_step;
    }
    use.notes = stackNotes(problem, plan, stack, *modelled, standing);
    estimate.stack = std::move(use);
    estimate.extrapolated = standing.beyond_memory || (no_step.empty() ? standing.beyond_time : estimate.extrapolated);
    return {};
}

Result<StackParts> stackParts(const Problem& problem, const Plan& plan, const Stack& stack, int stage)
{
    const auto run = runOf(problem, plan);
    const Modelled modelled = modelledRun(problem, plan, stack.form);
    if (!run || !modelled) {
        return failure(ErrorCode::StackCannot, {stack.name, run ? modelled.error() : run.error()});
    }
    StackParts parts;
    parts.place = stageLayers(*modelled)[static_cast<std::size_t>(stage)];
    parts.layers = stageLayerTerms(*modelled, parts.place, stage);
    const MemoryTerms terms = stageTerms(*modelled, parts.place, stage);
    parts.gathered = terms.gathered;
    const MemoryValues values = valuesOf(stack.memory);
    for (std::size_t i = 0; i < values.size(); ++i) {
        parts.corrections[i] = terms.unit[i] * values[i];
    }
    if (stepObstacle(*run, *modelled, stack).empty()) {
        const ClusterSheet sheet =
            clusterSheet(groupOf(problem, plan), problem.workload.precision, *deviceSheet(run->device));
        parts.step = stepTerms(*modelled, sheet.sheet, valuesOf(stack.time));
    }
    return parts;
}

Bytes largestFittingPeak(const Stack& stack, const ChainCosts& costs, const DeviceType& device, Bytes capacity,
                         const CollectiveBytes& collectives, const StackBounds& bounds)
{
    const Bytes outside = libraryWorkspaces(device).value + device.context.value + collectives.high;
    const double share = reservedShare(costs);
    return largestWithin(capacity, [&](Bytes peak) { return deviceHigh(stack, peak, share, outside, bounds); });
}

}
