// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/tradeoff/planscale.h"

#include "core/estimate/fullestdevice.h"
#include "ui/app/planselection.h"
#include "ui/words/moneywords.h"
#include "ui/words/numbers.h"
#include "ui/words/peakwords.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace stagecraft {

namespace {

QString scaleTranslated(const char* text)
{
    return QCoreApplication::translate("PlanScale", text);
}

bool countsTokens(const SearchResult& result)
{
    return std::any_of(result.candidates.begin(), result.candidates.end(),
                       [](const Candidate& candidate) { return candidate.estimate.tokens_per_second > 0; });
}

double baseValue(const PlanSelection& plans, PlanAxis axis, int candidate, bool tokens)
{
    const Candidate& plan = plans.result()->candidates[static_cast<std::size_t>(candidate)];
    switch (axis) {
    case PlanAxis::Cost:
        return plans.training_costs()->of(candidate).per_million.value_or(Dollars()).middle.value;
    case PlanAxis::TrainTime:
        return plans.training_costs()->of(candidate).time.value;
    case PlanAxis::Devices:
        return plan.plan.devices();
    case PlanAxis::Peak:
        return static_cast<double>(plan.estimate.peak.value);
    case PlanAxis::Throughput:
        break;
    }
    return tokens ? plan.estimate.tokens_per_second : plan.estimate.samples_per_second;
}

void nameScale(PlanScale& scale, double most, bool tokens)
{
    scale.title = axisName(scale.axis);
    switch (scale.axis) {
    case PlanAxis::Cost:
        scale.unit = tokens ? scaleTranslated(QT_TRANSLATE_NOOP("PlanScale", "$ per 10⁶ tokens"))
                            : scaleTranslated(QT_TRANSLATE_NOOP("PlanScale", "$ per 10⁶ samples"));
        break;
    case PlanAxis::TrainTime: {
        const DurationUnit unit = durationUnitFor(Seconds(most));
        scale.size = unit.size.value;
        scale.unit = unit.name;
        break;
    }
    case PlanAxis::Devices:
        break;
    case PlanAxis::Peak: {
        const ByteUnit unit = byteUnitFor(Bytes(static_cast<std::int64_t>(most)));
        scale.size = unit.size;
        scale.unit = unit.name;
        scale.title = peakTitle();
        break;
    }
    case PlanAxis::Throughput:
        scale.unit = tokens ? scaleTranslated(QT_TRANSLATE_NOOP("PlanScale", "tokens/s"))
                            : scaleTranslated(QT_TRANSLATE_NOOP("PlanScale", "samples/s"));
        break;
    }
}

// End of the axis: a quarter beyond the largest capacity or the largest plan that fits. Empty if no plan fits.
std::optional<double> endOfPeaks(const SearchResult& result)
{
    Bytes most;
    Bytes room;
    for (const Candidate& candidate : result.candidates) {
        if (candidate.estimate.fits) {
            most = std::max(most, candidate.estimate.peak);
            for (const IdenticalDevices& pipeline_rank : candidate.estimate.devices.pipelineRanks()) {
                room = std::max(room, pipeline_rank.first.capacity);
            }
        }
    }
    return most > Bytes(0) ? std::optional(scaled(std::max(most, room), 1.25) / Bytes(1)) : std::nullopt;
}

// Extends to the upper bound that decides whether the plan fits, because the capacity is on the same axis.
std::pair<double, double> peakBounds(const Estimate& estimate)
{
    const DeviceEstimate* fullest = fullestDevice(estimate);
    const Bytes high = fullest != nullptr ? std::max(estimate.peak_high, fullest->device_high) : estimate.peak_high;
    return {static_cast<double>(estimate.peak_low.value), static_cast<double>(high.value)};
}

}

QString axisName(PlanAxis axis)
{
    switch (axis) {
    case PlanAxis::Cost:
        return scaleTranslated(QT_TRANSLATE_NOOP("PlanScale", "Cost"));
    case PlanAxis::TrainTime:
        return scaleTranslated(QT_TRANSLATE_NOOP("PlanScale", "Time to train"));
    case PlanAxis::Devices:
        return scaleTranslated(QT_TRANSLATE_NOOP("PlanScale", "Devices"));
    case PlanAxis::Peak:
        return scaleTranslated(QT_TRANSLATE_NOOP("PlanScale", "Peak memory"));
    case PlanAxis::Throughput:
        break;
    }
    return scaleTranslated(QT_TRANSLATE_NOOP("PlanScale", "Throughput"));
}

bool isMoreBetter(PlanAxis axis)
{
    return axis == PlanAxis::Throughput;
}

bool hasValues(const PlanSelection& plans, PlanAxis axis)
{
    const auto& training_costs = plans.training_costs();
    switch (axis) {
    case PlanAxis::Cost:
        return training_costs && !plans.result()->candidates.empty() && training_costs->of(0).per_million;
    case PlanAxis::TrainTime:
        return training_costs && training_costs->isOfRun();
    default:
        return true;
    }
}

PlanScale PlanScale::of(const PlanSelection& plans, PlanAxis axis)
{
    PlanScale scale;
    scale.axis = hasValues(plans, axis) ? axis : PlanAxis::Throughput;
    const auto result = plans.result();
    if (!result || result->candidates.empty()) {
        scale.title = axisName(scale.axis);
        return scale;
    }
    const bool tokens = countsTokens(*result);
    double most = 0;
    for (int i = 0; i < static_cast<int>(result->candidates.size()); ++i) {
        scale.values.push_back(baseValue(plans, scale.axis, i, tokens));
        most = std::isfinite(scale.values.back()) ? std::max(most, scale.values.back()) : most;
    }
    if (scale.axis == PlanAxis::Peak) {
        scale.end = endOfPeaks(*result).value_or(scale.end);
    }
    nameScale(scale, std::min(most, scale.end), tokens);
    scale.end /= scale.size;
    for (double& value : scale.values) {
        value = (std::isfinite(value) ? value : most) / scale.size;
    }
    return scale;
}

double PlanScale::mostShown() const
{
    return std::min(end, *std::max_element(values.begin(), values.end()));
}

int PlanScale::beyond() const
{
    return static_cast<int>(std::count_if(values.begin(), values.end(), [&](double value) { return value > end; }));
}

QString PlanScale::words() const
{
    return unit.isEmpty() ? title : scaleTranslated(QT_TRANSLATE_NOOP("PlanScale", "%1 (%2)")).arg(title, unit);
}

std::optional<std::pair<double, double>> boundsOf(const PlanSelection& plans, PlanAxis axis, int candidate)
{
    const Estimate& estimate = plans.result()->candidates[static_cast<std::size_t>(candidate)].estimate;
    std::pair<double, double> bounds {0, 0};
    switch (axis) {
    case PlanAxis::Cost: {
        const Dollars cost = plans.training_costs()->of(candidate).per_million.value_or(Dollars());
        bounds = {cost.low.value, cost.high.value};
        break;
    }
    case PlanAxis::TrainTime: {
        const TrainingCost& training_cost = plans.training_costs()->of(candidate);
        bounds = {training_cost.time_low.value, training_cost.time_high.value};
        break;
    }
    case PlanAxis::Devices:
        break;
    case PlanAxis::Peak:
        bounds = peakBounds(estimate);
        break;
    case PlanAxis::Throughput: {
        // Throughput at the upper and at the lower bound of the step time.
        const double rate = estimate.tokens_per_second > 0 ? estimate.tokens_per_second : estimate.samples_per_second;
        const double work = rate * estimate.step.value;
        if (estimate.step_low > Seconds(0)) {
            bounds = {work / estimate.step_high.value, work / estimate.step_low.value};
        }
        break;
    }
    }
    const bool reported = bounds.first < bounds.second && std::isfinite(bounds.second);
    return reported ? std::optional(bounds) : std::nullopt;
}

}
