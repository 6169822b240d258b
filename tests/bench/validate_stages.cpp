// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Predicts stages of models at sizes that were not measured, trains them, and writes both to docs/validation/layers.md.
// Exit status 1 if a goal below is missed.
#include "additive.h"
#include "document.h"
#include "stagecases.h"

#include "core/base/english.h"
#include "core/base/format.h"
#include "core/cost/costmodel.h"
#include "core/cost/memorybounds.h"
#include "core/estimate/devicememory.h"
#include "core/memory/ledger.h"
#include "core/memory/state.h"
#include "core/runs/errorfigures.h"
#include "core/runtime/measurelayer.h"
#include "core/runtime/timestamp.h"
#include "core/runtime/verifystage.h"
#include "tests/support/programs.h"

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <set>

using namespace stagecraft;
using namespace stagecraft::bench;

namespace {

// Goals.
constexpr double mostMeanError = 0.003;
constexpr double mostWorstError = 0.01;
constexpr double leastCoverage = 0.95;
constexpr double mostMeanTimeError = 0.10;

struct Row {
    std::string model;
    std::string where;
    Bytes measured;
    Bytes low;
    Bytes high;
    std::array<Bytes, predictors.size()> predicted;
    Seconds measured_step;
    Seconds predicted_step;

    Bytes prediction() const { return predicted.back(); }
    double error() const { return prediction() / measured - 1; }
    bool covered() const { return low <= measured && measured <= high; }
};

template <typename T>
T orStop(Result<T> result, const std::string& what)
{
    if (!result) {
        std::cerr << what << ": " << describe(result.error()) << '\n';
        std::exit(2);
    }
    return *std::move(result);
}

std::string percent(double share)
{
    std::array<char, 32> text {};
    std::snprintf(text.data(), text.size(), "%.3f %%", 100 * share);
    return text.data();
}

Model modelOf(const ValidatedModel& known)
{
    const bool text = known.model.starts_with("{");
    return orStop(text ? parseConfig(known.model, known.name) : readModel(known.model), known.name);
}

// Interpolates two measurements of the same point at different times.
Timing between(const Timing& a, const Timing& b)
{
    return {(a.median + b.median) / 2.0, std::max(a.spread, b.spread)};
}

// The speed of the machine varies: measurements before and after the stages are averaged.
void addLater(std::vector<Measurement>& before, const std::vector<Measurement>& behind)
{
    for (std::size_t i = 0; i < before.size(); ++i) {
        before[i].forward = between(before[i].forward, behind[i].forward);
        before[i].backward = between(before[i].backward, behind[i].backward);
        before[i].optimizer = between(before[i].optimizer, behind[i].optimizer);
    }
}

std::vector<Measurement> measureLayers(const ValidatedModel& known, const Model& model, Workload workload,
                                       const RuntimeDevice& device)
{
    std::vector<Measurement> measurements;
    std::set<std::string> done;
    for (const Size& size : known.measured) {
        workload.sequence = size.sequence;
        for (const ProfilePoint& point : orStop(chainPoints(model, workload, size.micro_batch), known.name)) {
            if (done.insert(pointKey(point)).second) {
                measurements.push_back(orStop(measureLayer(point, device, Seconds(0.2)), known.name));
            }
        }
    }
    return measurements;
}

// Sum of single layers without the boundaries between them, and without lifetimes.
Bytes sumOfLayers(const ChainCosts& costs, LayerRange range, std::int64_t in_flight)
{
    Bytes sum;
    Bytes transient;
    for (int l = range.first; l < range.last; ++l) {
        const LayerMemory& memory = costs.layers[static_cast<std::size_t>(l)].memory;
        sum += memory.parameters + memory.buffers + memory.gradients;
        sum += optimizerStateBytes(costs.optimizer, costs.precision, memory.gradients) + memory.saved * in_flight;
        transient = std::max({transient, memory.backward_peak, memory.forward_peak - memory.saved});
    }
    return sum + transient;
}

Seconds stepTime(const ChainCosts& costs, LayerRange range, std::int64_t micro_batches)
{
    Seconds time;
    for (int l = range.first; l < range.last; ++l) {
        const LayerCost& cost = costs.layers[static_cast<std::size_t>(l)];
        time += (cost.forward.median + cost.backward.median) * static_cast<double>(micro_batches);
        time += cost.optimizer.median;
    }
    return time;
}

class Validator {
public:
    explicit Validator(RuntimeDevice device) : m_device(std::move(device)), m_additive(m_device) {}

    void validate(const ValidatedModel& known)
    {
        const Model model = modelOf(known);
        Workload workload;
        workload.optimizer = known.optimizer;
        auto measurements = measureLayers(known, model, workload, m_device);
        std::vector<VerifyRequest> requests;
        std::vector<StageMeasurement> stages;
        for (const Size& size : known.asked) {
            workload.sequence = size.sequence;
            const int layers = static_cast<int>(model.layers.size());
            for (const StageShape& shape : stagesOf(layers)) {
                requests.push_back({model,
                                    workload,
                                    shape.layers,
                                    {},
                                    size.micro_batch,
                                    shape.micro_batches,
                                    shape.schedule,
                                    shape.pipeline_rank,
                                    shape.pipeline_ranks});
                stages.push_back(orStop(verifyStage(requests.back(), m_device, Seconds(0.5)), known.name));
            }
        }
        addLater(measurements, measureLayers(known, model, workload, m_device));
        for (std::size_t i = 0; i < requests.size(); ++i) {
            const auto costs = orStop(CostModel(model, requests[i].workload, measurements)
                                          .chain(requests[i].micro_batch, testing::deviceOf(DeviceKind::Cpu)),
                                      known.name);
            compare(requests[i], known.name, costs, stages[i]);
        }
    }

    const std::vector<Row>& rows() const { return m_rows; }

private:
    void compare(const VerifyRequest& request, const std::string& name, const ChainCosts& costs,
                 const StageMeasurement& stage)
    {
        const auto operations =
            operationsOf(request.schedule, request.pipeline_rank, request.pipeline_ranks, request.micro_batches);
        const auto in_flight =
            inFlight(request.schedule, request.pipeline_rank, request.pipeline_ranks, request.micro_batches);
        const auto points = orStop(pointsOf(request), name);
        Row row;
        row.model = name;
        row.where = std::to_string(request.layers.first) + " to " + std::to_string(request.layers.last) + " of "
            + std::to_string(costs.size()) + ", " + std::to_string(request.micro_batch) + " x "
            + std::to_string(request.workload.sequence) + ", " + std::string(nameOf(request.schedule)) + ", "
            + std::to_string(in_flight) + " of " + std::to_string(request.micro_batches);
        row.predicted = {m_additive.predict(points, 1), m_additive.predictLinearly(points, in_flight),
                         m_additive.predict(points, in_flight), sumOfLayers(costs, request.layers, in_flight),
                         walkLedger(costs, request.layers, operations).peak};
        const Bytes upper = walkLedger(upperBoundOf(costs), request.layers, operations).peak;
        const DeviceMemory bounds = deviceMemory(costs, {}, {row.prediction(), upper});
        row.low = bounds.allocated_low;
        row.high = bounds.allocated_high;
        row.predicted_step = stepTime(costs, request.layers, request.micro_batches);
        if (stage.status != MeasurementStatus::Done) {
            std::cerr << name << ", " << row.where << ": " << describe(stage.message) << '\n';
            std::exit(2);
        }
        row.measured = stage.allocated_peak;
        row.measured_step = stage.step.median;
        std::cerr << name << ", " << row.where << ": " << percent(row.error()) << ", time "
                  << percent(row.predicted_step / row.measured_step - 1) << '\n';
        m_rows.push_back(std::move(row));
    }

    RuntimeDevice m_device;
    AdditivePredictor m_additive;
    std::vector<Row> m_rows;
};

ErrorFigures memoryFigures(const std::vector<Row>& rows, std::size_t predictor)
{
    std::vector<double> predicted;
    std::vector<double> measured;
    for (const Row& row : rows) {
        predicted.push_back(static_cast<double>(row.predicted[predictor].value));
        measured.push_back(static_cast<double>(row.measured.value));
    }
    return errorFigures(predicted, measured);
}

ErrorFigures timeFigures(const std::vector<Row>& rows)
{
    std::vector<double> predicted;
    std::vector<double> measured;
    for (const Row& row : rows) {
        predicted.push_back(row.predicted_step.value);
        measured.push_back(row.measured_step.value);
    }
    return errorFigures(predicted, measured);
}

double coverage(const std::vector<Row>& rows)
{
    const auto covered = std::count_if(rows.begin(), rows.end(), [](const Row& row) { return row.covered(); });
    return static_cast<double>(covered) / static_cast<double>(rows.size());
}

std::string document(const std::vector<Row>& rows, const MeasuredDevice& device)
{
    const ErrorFigures time = timeFigures(rows);
    std::string text = std::to_string(rows.size()) + " stages on " + device.name + " (" + std::to_string(device.threads)
        + " threads, " + device.software + "), " + utcNow().substr(0, 10)
        + ". The measured peak is within the bounds for " + percent(coverage(rows))
        + "\nof them. Step time: mean error " + percent(time.mean_error) + ", median " + percent(time.median_error)
        + ", worst " + percent(time.worst_error) + ".\n\n";
    text += "| predictor | mean error | median | p90 | worst | bias |\n|---|--:|--:|--:|--:|--:|\n";
    for (std::size_t p = 0; p < predictors.size(); ++p) {
        const ErrorFigures figures = memoryFigures(rows, p);
        text += "| " + std::string(predictors[p]) + " | " + percent(figures.mean_error) + " | "
            + percent(figures.median_error) + " | " + percent(figures.p90_error) + " | " + percent(figures.worst_error)
            + " | " + percent(figures.bias) + " |\n";
    }
    text += "\n| model | layers, size, schedule, in flight | predicted (B) | measured (B) | error | step predicted | "
            "measured |\n"
            "|---|---|--:|--:|--:|--:|--:|\n";
    for (const Row& row : rows) {
        text += "| " + row.model + " | " + row.where + " | " + std::to_string(row.prediction().value) + " | "
            + std::to_string(row.measured.value) + " | " + percent(row.error()) + " | "
            + formatSeconds(row.predicted_step) + " | " + formatSeconds(row.measured_step) + " |\n";
    }
    return text;
}

bool meetsGoals(const std::vector<Row>& rows)
{
    const ErrorFigures memory = memoryFigures(rows, predictors.size() - 1);
    const ErrorFigures time = timeFigures(rows);
    std::cerr << "memory: mean " << percent(memory.mean_error) << ", worst " << percent(memory.worst_error)
              << ", bounds hold " << percent(coverage(rows)) << "; time: mean " << percent(time.mean_error) << '\n';
    return memory.mean_error <= mostMeanError && memory.worst_error <= mostWorstError && coverage(rows) >= leastCoverage
        && time.mean_error <= mostMeanTimeError;
}

}

// Arguments: the output file, or nothing to write none; then names of models, or nothing for all.
int main(int count, char** arguments)
{
    const std::vector<std::string> given(arguments + 1, arguments + count);
    const std::set<std::string> names(given.empty() ? given.end() : given.begin() + 1, given.end());
    Validator validator(orStop(openDevice(DeviceKind::Cpu, 0), "the processor"));
    for (const ValidatedModel& model : validatedModels()) {
        if (names.empty() || names.contains(model.name)) {
            validator.validate(model);
        }
    }
    if (!given.empty() && given.front() != "-") {
        const auto device = orStop(openDevice(DeviceKind::Cpu, 0), "the processor").description;
        const auto written = replaceSection(given.front(), "stages", document(validator.rows(), device));
        if (!written) {
            std::cerr << describe(written.error()) << '\n';
            return 2;
        }
    }
    return meetsGoals(validator.rows()) ? 0 : 1;
}
