// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/calibration/validation.h"

#include "core/base/parallel.h"
#include "core/calibration/runestimate.h"

#include <cmath>

namespace stagecraft {

namespace {

// What errors can be told of.
template <typename Amount>
bool isAmount(Amount amount)
{
    return amount.value > 0 && std::isfinite(static_cast<double>(amount.value));
}

bool isOfFile(const DeviceType& device, const std::string& file)
{
    return device.in_training && !file.empty() && device.in_training->source.find(file) != std::string::npos;
}

void skip(ValidatedRun& row, const std::string& reason)
{
    row.memory_skipped = reason;
    row.time_skipped = reason;
}

void takePeak(ValidatedRun& row, const RunEstimate& estimate)
{
    row.memory_skipped = memoryObstacle(row.run);
    row.kind = kindOf(row.run, row.framework);
    row.peak = {estimate.peak(row.kind), estimate.peakLow(row.kind), estimate.peakHigh(row.kind)};
    if (row.memory_skipped.empty() && !isAmount(row.peak.value)) {
        row.memory_skipped = "its predicted memory is no amount";
    }
}

void takeStep(ValidatedRun& row, const RunEstimate& estimate, const PlannedRun& planned)
{
    const auto measured = measuredStep(row.run, planned);
    if (!measured) {
        row.time_skipped = measured.error();
        return;
    }
    row.measured_step = *measured;
    row.tokens = planned.tokens();
    const Estimate& whole = estimate.estimate;
    row.step = {whole.step, whole.step_low, whole.step_high};
    if (!isAmount(whole.step) || !isAmount(*measured)) {
        row.time_skipped = "its step is no amount";
    }
}

ValidatedRun validated(const Run& run, const RunSetting& setting)
{
    ValidatedRun row;
    row.run = run;
    row.framework = setting.framework.name;
    const auto planned = plannedRun(run, setting);
    if (!planned) {
        skip(row, planned.error());
        return row;
    }
    const DeviceType& device = planned->problem.cluster.groups.front().device;
    row.device_type = device.name;
    row.in_sample = isOfFile(device, run.file);
    const auto estimate = estimateRun(run, *planned);
    if (!estimate) {
        skip(row, refusedText(estimate.error()));
        return row;
    }
    takePeak(row, *estimate);
    takeStep(row, *estimate, *planned);
    return row;
}

// Predictions beside measured values, one quantity.
struct Lists {
    std::vector<double> predicted;
    std::vector<double> measured;
    int inside = 0;
    int in_sample = 0;

    template <typename Amount>
    void add(const Bounded<Amount>& prediction, Amount found, bool was_seen)
    {
        predicted.push_back(static_cast<double>(prediction.value.value));
        measured.push_back(static_cast<double>(found.value));
        inside += prediction.holds(found) ? 1 : 0;
        in_sample += was_seen ? 1 : 0;
    }

    ComparedRuns compared() const
    {
        const double count = static_cast<double>(predicted.size());
        return {errorFigures(predicted, measured), predicted.empty() ? 0 : inside / count, in_sample};
    }
};

// How many of the runs a framework can train.
std::size_t planned(const std::vector<Run>& runs, Framework framework)
{
    std::size_t count = 0;
    for (const Run& run : runs) {
        count += plannedRun(run, {{framework}, nullptr}) ? 1 : 0;
    }
    return count;
}

}

std::string ValidatedRun::skippedText() const
{
    return skipped() ? bothReasons(memory_skipped, time_skipped) : std::string();
}

Framework likelyFramework(const std::vector<Run>& runs)
{
    Framework likely = Framework::MegatronCore;
    std::size_t most = 0;
    for (const auto& [framework, name] : enumNames<Framework>) {
        const std::size_t count = framework == Framework::Libtorch ? 0 : planned(runs, framework);
        if (count > most) {
            likely = framework;
            most = count;
        }
    }
    return likely;
}

Validation validateRuns(const std::vector<Run>& runs, const ValidationSetting& setting, const std::stop_token& stop)
{
    std::vector<Run> unnamed;
    for (const Run& run : runs) {
        if (!run.framework && !setting.framework) {
            unnamed.push_back(run);
        }
    }
    const FrameworkChoice usual = setting.framework.value_or(FrameworkChoice {likelyFramework(unnamed)});
    std::vector<std::optional<ValidatedRun>> found(runs.size());
    inParallel(runs.size(), stop, [&](std::size_t i) {
        const bool own = runs[i].framework && !setting.framework;
        found[i] = validated(
            runs[i], {own ? FrameworkChoice {*runs[i].framework} : usual, setting.type ? &*setting.type : nullptr});
    });
    std::vector<ValidatedRun> rows;
    for (std::optional<ValidatedRun>& row : found) {
        if (row) {
            rows.push_back(*std::move(row));
        }
    }
    return validationOf(std::move(rows));
}

Validation validationOf(std::vector<ValidatedRun> rows)
{
    Validation validation;
    Lists memory;
    Lists time;
    std::vector<std::string> reasons;
    for (const ValidatedRun& row : rows) {
        if (row.memory_skipped.empty()) {
            memory.add(row.peak, *row.run.peak, row.in_sample);
        }
        if (row.time_skipped.empty()) {
            time.add(row.step, *row.measured_step, row.in_sample);
        }
        reasons.push_back(row.skippedText());
        validation.skipped += row.skipped() ? 1 : 0;
    }
    validation.rows = std::move(rows);
    validation.memory = memory.compared();
    validation.time = time.compared();
    validation.reasons = countReasons(reasons);
    return validation;
}

}
