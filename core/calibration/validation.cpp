// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/calibration/validation.h"

#include "core/base/parallel.h"
#include "core/calibration/calibration.h"
#include "core/calibration/runestimate.h"
#include "core/framework/limits.h"
#include "core/words/calibration.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace stagecraft {

namespace {

// True if an error relative to this amount is defined.
template <typename Amount>
bool isAmount(Amount amount)
{
    return amount.value > 0 && std::isfinite(static_cast<double>(amount.value));
}

bool isOfFile(const DeviceType& device, const std::string& file)
{
    const std::vector<std::string> files = calibrationFiles(device);
    return std::find(files.begin(), files.end(), file) != files.end();
}

void skip(ValidatedRun& row, const Message& reason)
{
    row.memory_skipped = reason;
    row.time_skipped = reason;
}

void takePeak(ValidatedRun& row, const RunEstimate& estimate)
{
    row.memory_skipped = memoryObstacle(row.run);
    row.kind = kindOf(row.run, row.framework);
    row.peak = {estimate.peak(row.kind), estimate.peakLow(row.kind), estimate.peakHigh(row.kind)};
    if (row.memory_skipped.empty()) {
        row.memory_skipped = estimate.obstacle(row.kind);
    }
    if (row.memory_skipped.empty() && !isAmount(row.peak.value)) {
        row.memory_skipped = words::calibration::no_predicted_memory;
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
        row.time_skipped = words::calibration::no_step;
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
        skip(row, refusal(estimate.error()));
        return row;
    }
    takePeak(row, *estimate);
    takeStep(row, *estimate, *planned);
    return row;
}

// Predictions and measured values of one quantity.
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

// Returns an evenly spaced sample of the runs, small enough to make likelyFramework() fast.
std::vector<Run> fewOf(const std::vector<Run>& runs)
{
    constexpr std::size_t most = 200;
    std::vector<Run> some;
    const std::size_t step = std::max<std::size_t>(1, runs.size() / most);
    for (std::size_t i = 0; i < runs.size(); i += step) {
        some.push_back(runs[i]);
    }
    return some;
}

// Counts the runs that a framework can train.
std::size_t planned(const std::vector<Run>& runs, Framework framework)
{
    std::size_t count = 0;
    for (const Run& run : runs) {
        const auto planned = plannedRun(run, {{framework}, nullptr});
        const bool possible = planned && requirePossible(planned->problem.constraints)
            && requireKnown({framework}, planned->problem.model, planned->problem.workload);
        count += possible ? 1 : 0;
    }
    return count;
}

}

Message ValidatedRun::skippedReason() const
{
    return skipped() ? bothReasons(memory_skipped, time_skipped) : Message();
}

Framework likelyFramework(const std::vector<Run>& runs)
{
    Framework likely = Framework::MegatronCore;
    std::size_t most = 0;
    const std::vector<Run> some = fewOf(runs);
    const auto take = [&](Framework framework) {
        const std::size_t count = planned(some, framework);
        if (count > most) {
            likely = framework;
            most = count;
        }
    };
    for (const auto& [framework, name] : enumNames<Framework>) {
        if (framework != Framework::Libtorch) {
            take(framework);
        }
    }
    take(Framework::Libtorch); // last, as it supports configurations that others do not
    return likely;
}

Validation validateRuns(const std::vector<Run>& runs, const ValidationSetting& setting, const std::stop_token& stop)
{
    std::map<std::string, std::vector<Run>> unnamed; // by file
    for (const Run& run : runs) {
        if (!run.framework && !setting.framework) {
            unnamed[run.file].push_back(run);
        }
    }
    std::map<std::string, Framework> likely;
    for (const auto& [file, rows] : unnamed) {
        likely[file] = likelyFramework(rows);
    }
    std::vector<std::optional<ValidatedRun>> found(runs.size());
    inParallel(runs.size(), stop, [&](std::size_t i) {
        const Run& run = runs[i];
        const FrameworkChoice framework = setting.framework ? *setting.framework
            : run.framework                                 ? FrameworkChoice {*run.framework}
                                                            : FrameworkChoice {likely.at(run.file)};
        found[i] = validated(run, {framework, setting.type ? &*setting.type : nullptr});
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
    std::vector<Message> reasons;
    for (const ValidatedRun& row : rows) {
        if (row.memory_skipped.empty()) {
            memory.add(row.peak, *row.run.peak, row.in_sample);
        }
        if (row.time_skipped.empty()) {
            time.add(row.step, *row.measured_step, row.in_sample);
        }
        reasons.push_back(row.skippedReason());
        validation.skipped += row.skipped() ? 1 : 0;
    }
    validation.rows = std::move(rows);
    validation.memory = memory.compared();
    validation.time = time.compared();
    validation.reasons = countReasons(reasons);
    return validation;
}

}
