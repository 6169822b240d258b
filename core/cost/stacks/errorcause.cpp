// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/stacks/errorcause.h"

#include "core/base/format.h"
#include "core/base/numbertext.h"
#include "core/cost/stacks/modelledrun.h"
#include "core/cost/stacks/timemodel.h"

#include <algorithm>
#include <cmath>

namespace stagecraft {

namespace {

constexpr double tellingSpread = 0.01; // of repeated runs: below it they are as good as equal
constexpr double tellingError = 0.05; // below it no other way of exchanging is looked for
constexpr double rareShare = 0.2; // of the runs behind a stack

// All that decides what is predicted, as one text; what was measured is not in it.
std::string configurationKey(const Run& run)
{
    std::string key = run.device + '|' + run.throughput_unit;
    const auto add = [&](const auto& value) {
        key += '|';
        if (value) {
            key += std::to_string(static_cast<std::int64_t>(*value));
        }
    };
    for (const auto& value : {run.layers,   run.hidden,      run.heads,         run.kv_heads,     run.ffn,
                              run.sequence, run.vocabulary,  run.positions,     run.experts,      run.experts_per_token,
                              run.devices,  run.pipeline,    run.data,          run.tensor,       run.context,
                              run.expert,   run.chunks,      run.chunk_layers,  run.first_layers, run.last_layers,
                              run.zero,     run.micro_batch, run.micro_batches, run.global_batch}) {
        add(value);
    }
    for (const auto& value : {run.gated, run.tied, run.fused_attention, run.sequence_parallel}) {
        add(value);
    }
    add(run.recomputation);
    add(run.tensor_mode);
    add(std::optional(run.eight_bit));
    return key + '|' + std::string(nameOf(run.scope.rank)) + '|' + std::string(nameOf(run.scope.kind));
}

// Those of a run that a range of values can be told of.
std::vector<std::pair<RunFeature, double>> featuresOf(const ModelledRun& run)
{
    return {{RunFeature::Layers, run.layers},     {RunFeature::Hidden, run.hidden},
            {RunFeature::Sequence, run.sequence}, {RunFeature::Vocabulary, run.vocabulary},
            {RunFeature::Devices, run.devices},   {RunFeature::Pipeline, run.pipeline},
            {RunFeature::Tensor, run.tensor},     {RunFeature::Context, run.context},
            {RunFeature::Experts, run.experts},   {RunFeature::MicroBatch, run.micro_batch}};
}

std::string percentText(double share)
{
    return fixedText(share * 100, 1) + " %";
}

// Whole and in full: no one recognises a vocabulary of "131000".
std::string amountText(double value)
{
    return value == std::floor(value) && std::abs(value) < 1e15 ? std::to_string(static_cast<std::int64_t>(value))
                                                                : formatNumber(value);
}

}

std::string causeText(const ErrorCause& cause)
{
    const std::string feature(nameOf(cause.feature));
    switch (cause.kind) {
    case CauseKind::SlowRun:
        return "a slow run: its pipeline lost far more than its plan explains";
    case CauseKind::OtherTensorMode:
        return "how its tensor ranks exchange is not told; with " + cause.word + " the error would be "
            + percentText(cause.value);
    case CauseKind::RepeatsDiffer:
        return std::to_string(cause.count) + " runs that tell this configuration differ by " + percentText(cause.value);
    case CauseKind::OutsideRange:
        return feature + " " + amountText(cause.value) + " is outside of " + amountText(cause.low)
            + (cause.low < cause.high ? " to " + amountText(cause.high) : "") + ", what the stack was fitted on";
    case CauseKind::DeviceUnknown:
        return "none of the runs behind the stack is of " + cause.word;
    case CauseKind::DeviceRare:
        return "only " + std::to_string(cause.count) + " of the " + std::to_string(cause.total)
            + " runs behind the stack " + (cause.count == 1 ? "is" : "are") + " of " + cause.word;
    case CauseKind::FilledIn:
        return feature + " not told, taken as the stack does it";
    case CauseKind::FewRuns:
        return "the stack was fitted on few runs (" + std::to_string(cause.total) + ")";
    case CauseKind::NotCalibrated:
        return "the stack is not calibrated for it";
    case CauseKind::WithinBand:
        return "within " + bandText(cause.total, cause.count);
    }
    return {};
}

ErrorCauses::ErrorCauses(const std::vector<Run>& runs, Stack stack) : m_stack(std::move(stack))
{
    for (const Run& run : runs) {
        const std::string key = configurationKey(run);
        if (run.peak) {
            addRepeat(m_peaks, key, static_cast<double>(run.peak->value));
        }
        if (run.throughput) {
            addRepeat(m_speeds, key, *run.throughput);
        }
    }
    for (const StackRow& row : m_stack.rows) {
        if (row.memory_skipped.empty() && m_stack.memory_evidence) {
            addEvidence(m_memory, row.run);
        }
        if (row.time_skipped.empty() && m_stack.time_evidence) {
            addEvidence(m_time, row.run);
        }
    }
}

void ErrorCauses::addRepeat(std::map<std::string, Repeats>& repeats, const std::string& key, double value)
{
    const auto [place, added] = repeats.try_emplace(key, Repeats {value, value, 0});
    place->second.least = std::min(place->second.least, value);
    place->second.most = std::max(place->second.most, value);
    ++place->second.count;
}

void ErrorCauses::addEvidence(Evidence& evidence, const Run& run) const
{
    const Modelled modelled = modelledRun(run, m_stack.form);
    if (!modelled) {
        return;
    }
    ++evidence.runs;
    ++evidence.devices[run.device];
    for (const auto& [feature, value] : featuresOf(*modelled)) {
        const auto [place, added] = evidence.ranges.try_emplace(feature, Range {value, value});
        place->second.least = std::min(place->second.least, value);
        place->second.most = std::max(place->second.most, value);
    }
}

std::vector<ErrorCause> ErrorCauses::of(const ValidatedRun& row, ComparedQuantity quantity) const
{
    const bool memory = quantity == ComparedQuantity::Memory;
    const bool calibrated = memory ? m_stack.memory_evidence.has_value() : m_stack.time_evidence.has_value();
    const Modelled modelled = modelledRun(row.run, m_stack.form);
    std::vector<ErrorCause> causes;
    if (!modelled) {
        return causes;
    }
    if (!memory && isSlowRun(*modelled, *row.measured_step, *row.prediction.step)) {
        causes.push_back({.kind = CauseKind::SlowRun});
    }
    addOtherMode(causes, row, quantity);
    const auto& repeats = memory ? m_peaks : m_speeds;
    if (const auto same = repeats.find(configurationKey(row.run)); same != repeats.end() && same->second.count > 1) {
        const double spread = same->second.most / same->second.least - 1;
        if (spread >= tellingSpread) {
            causes.push_back({.kind = CauseKind::RepeatsDiffer, .value = spread, .count = same->second.count});
        }
    }
    if (calibrated) {
        addUnlikeEvidence(causes, row, memory);
    }
    if (!row.evidence) {
        addFilledIn(causes, row.run, memory); // else it was filled in when the stack was fitted, too
    }
    const auto& evidence = memory ? m_stack.memory_evidence : m_stack.time_evidence;
    if (!calibrated) {
        causes.push_back({.kind = CauseKind::NotCalibrated});
    } else if (evidence->few_runs) {
        causes.push_back({.kind = CauseKind::FewRuns, .total = evidence->cross_validated.count});
    }
    const auto within = [&](auto low, auto high, auto found) { return low < high && low <= found && found <= high; };
    const bool inside = memory ? within(row.heldOutPeak().low, row.heldOutPeak().high, *row.run.peak)
                               : within(row.heldOutStep().low, row.heldOutStep().high, *row.measured_step);
    if (calibrated && inside) {
        causes.push_back({.kind = CauseKind::WithinBand, .count = evidence->slow_runs, .total = evidence->bandRuns()});
    }
    return causes;
}

// Only where the other way explains most of the error.
void ErrorCauses::addOtherMode(std::vector<ErrorCause>& causes, const ValidatedRun& row,
                               ComparedQuantity quantity) const
{
    const Modelled modelled = modelledRun(row.run, m_stack.form);
    const auto switched = otherModeOf(*modelled, row.run.tensor_mode);
    if (!switched) {
        return;
    }
    Run run = row.run;
    run.tensor_mode = switched->tensor_mode;
    const StackPrediction other = predict(run, m_stack);
    const auto errorOf = [&](const StackPrediction& prediction) {
        switch (quantity) {
        case ComparedQuantity::Memory:
            return *prediction.peak / *row.run.peak - 1;
        case ComparedQuantity::Step:
            return *prediction.step / *row.measured_step - 1;
        case ComparedQuantity::Speed:
            break;
        }
        return *row.measured_step / *prediction.step - 1;
    };
    const double error = errorOf(row.prediction);
    const double instead = errorOf(other);
    if (std::abs(error) > tellingError && std::abs(instead) < std::abs(error) / 2) {
        const bool whole = *run.tensor_mode == TensorMode::AllReduce;
        causes.push_back({.kind = CauseKind::OtherTensorMode,
                          .value = instead,
                          .word = whole ? "whole all-reduces" : "reduce-scatters"});
    }
}

void ErrorCauses::addUnlikeEvidence(std::vector<ErrorCause>& causes, const ValidatedRun& row, bool memory) const
{
    const Evidence& evidence = memory ? m_memory : m_time;
    for (const auto& [feature, value] : featuresOf(*modelledRun(row.run, m_stack.form))) {
        const auto range = evidence.ranges.find(feature);
        if (range != evidence.ranges.end() && (value < range->second.least || value > range->second.most)) {
            causes.push_back({.kind = CauseKind::OutsideRange,
                              .feature = feature,
                              .value = value,
                              .low = range->second.least,
                              .high = range->second.most});
        }
    }
    if (row.run.device.empty() || evidence.runs == 0) {
        return;
    }
    const auto device = evidence.devices.find(row.run.device);
    if (device == evidence.devices.end()) {
        causes.push_back({.kind = CauseKind::DeviceUnknown, .total = evidence.runs, .word = row.run.device});
    } else if (device->second <= rareShare * evidence.runs) {
        causes.push_back(
            {.kind = CauseKind::DeviceRare, .count = device->second, .total = evidence.runs, .word = row.run.device});
    }
}

void ErrorCauses::addFilledIn(std::vector<ErrorCause>& causes, const Run& run, bool memory)
{
    const auto add = [&](bool missing, RunFeature feature) {
        if (missing) {
            causes.push_back({.kind = CauseKind::FilledIn, .feature = feature});
        }
    };
    add(!run.micro_batch, RunFeature::MicroBatch);
    add(!run.recomputation, RunFeature::Recomputation);
    add(!run.vocabulary, RunFeature::Vocabulary);
    add(memory && run.scope.kind == MemoryKind::Unstated, RunFeature::MemoryKind);
}

}
