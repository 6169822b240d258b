// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/profilereport.h"

#include "app/cli/figuretext.h"
#include "app/cli/shortagereport.h"
#include "app/cli/texttable.h"
#include "core/base/english.h"
#include "core/base/format.h"
#include "core/base/numbertext.h"
#include "core/base/terminaltext.h"
#include "core/json/codec.h"
#include "core/measuring/additivity.h"
#include "core/measuring/plan.h"
#include "core/measuring/structure.h"
#include "core/model/parameters.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace stagecraft {

namespace {

struct Row {
    const Measurement* measurement = nullptr;
    bool reused = false;
};

// Measurements by point; those of this run replace reused ones.
std::map<std::string, Row> rowsOf(const ProfileOutcome& outcome)
{
    std::map<std::string, Row> rows;
    for (const Measurement& m : outcome.reused) {
        rows[pointKey(m.point)] = {&m, true};
    }
    for (const Measurement& m : outcome.measured) {
        rows[pointKey(m.point)] = {&m, false};
    }
    return rows;
}

int countOf(const std::vector<Measurement>& measurements, MeasurementStatus status)
{
    return static_cast<int>(std::count_if(measurements.begin(), measurements.end(),
                                          [&](const Measurement& m) { return m.status == status; }));
}

// Parameters of one rank, over all layers of the point.
std::int64_t parametersOf(const ProfilePoint& point)
{
    const auto shard = shardAt(point);
    std::int64_t count = parameterCount(shard ? LayerSpec(*shard) : point.spec);
    if (point.following) {
        count += parameterCount(*point.following);
    }
    return count;
}

std::string signedPercent(double ratio)
{
    return (std::signbit(ratio) ? "" : "+") + fixedText(100 * ratio, 2) + " %";
}

// Deviation of the sum of layers from the combined measurement.
std::string sumText(const Measurement& check, const std::vector<Measurement>& known)
{
    const auto sum = additivityOf(check, known);
    if (!sum) {
        return "measured";
    }
    const std::string memory = "sum of layers " + signedPercent(sum->memoryError()) + " memory";
    return check.device.isDry() ? memory : memory + ", " + signedPercent(sum->timeError()) + " time";
}

std::string stateText(const Row& row)
{
    if (row.measurement == nullptr) {
        return "not measured";
    }
    switch (row.measurement->status) {
    case MeasurementStatus::Done:
        return row.reused ? "reused" : row.measurement->device.isDry() ? "dry run" : "measured";
    case MeasurementStatus::OutOfMemory:
        return "out of memory";
    case MeasurementStatus::Failed:
        return "failed: " + describe(row.measurement->message);
    }
    return {};
}

std::vector<Measurement> knownOf(const ProfileOutcome& outcome)
{
    std::vector<Measurement> known = outcome.reused;
    known.insert(known.end(), outcome.measured.begin(), outcome.measured.end());
    return known;
}

std::string nameOf(const Model& model, const ProfilePoint& point)
{
    std::string name = layerText(model, point.spec);
    name += point.following ? " + " + layerText(model, *point.following) : "";
    const std::string run_options = argumentText(runOptionWords(point));
    return run_options.empty() ? name : name + ", " + run_options;
}

// A dry run has no times.
std::string timeText(const Measurement& measurement, const Timing& timing)
{
    return measurement.device.isDry() ? "-" : formatSeconds(timing.median);
}

std::vector<std::string> cells(const Model& model, const ProfilePoint& point, const Row& row,
                               const std::vector<Measurement>& known)
{
    std::vector<std::string> cells {nameOf(model, point), std::to_string(point.micro_batch),
                                    std::to_string(point.sequence), std::to_string(parametersOf(point))};
    const bool done = row.measurement != nullptr && row.measurement->status == MeasurementStatus::Done;
    if (done && point.isCheck()) {
        const Measurement& m = *row.measurement;
        cells.insert(cells.end(), {"", "", "", timeText(m, m.forward), timeText(m, m.backward), sumText(m, known)});
        return cells;
    }
    if (row.measurement != nullptr && row.measurement->status == MeasurementStatus::Done) {
        const Measurement& m = *row.measurement;
        cells.insert(cells.end(),
                     {formatBytes(m.memory.saved), formatBytes(m.memory.forward_peak),
                      formatBytes(m.memory.backward_peak), timeText(m, m.forward), timeText(m, m.backward)});
    } else {
        cells.insert(cells.end(), 5, "");
    }
    cells.push_back(stateText(row));
    return cells;
}

}

std::string layerText(const Model& model, const LayerSpec& spec)
{
    const std::string signature = signatureOf(spec);
    std::string name;
    int count = 0;
    for (const Layer& layer : model.layers) {
        if (signatureOf(layer.spec) == signature) {
            name = count++ == 0 ? layer.name : name;
        }
    }
    return count > 1 ? name + " (x" + std::to_string(count) + ")" : name;
}

std::vector<ProfilePoint> neededPoints(const ProfileRequest& request, const ProfileOutcome& outcome)
{
    const auto rows = rowsOf(outcome);
    std::set<std::string> remaining;
    for (const MeasuringStep& step : remainingSteps(request, knownOf(outcome))) {
        remaining.insert(pointKey(step.point));
    }
    std::vector<ProfilePoint> points = pointsOf(request);
    std::erase_if(points, [&](const ProfilePoint& point) {
        const std::string key = pointKey(point);
        return !rows.contains(key) && !remaining.contains(key);
    });
    std::set<std::string> asked;
    for (const ProfilePoint& point : points) {
        asked.insert(pointKey(point));
    }
    for (const auto& [key, row] : rows) { // measured in addition to the request
        if (!asked.contains(key)) {
            points.push_back(row.measurement->point);
        }
    }
    return points;
}

nlohmann::json profileDocument(const ProfileOutcome& outcome, const std::vector<ProfilePoint>& needed,
                               const std::string& workspace)
{
    auto measurements = nlohmann::json::array();
    const auto rows = rowsOf(outcome);
    for (const ProfilePoint& point : needed) {
        if (const auto row = rows.find(pointKey(point)); row != rows.end()) {
            auto json = encodeJson(*row->second.measurement);
            json["reused"] = row->second.reused;
            measurements.push_back(std::move(json));
        }
    }
    auto changes = nlohmann::json::array();
    for (const StructureChange& change : structureChanges(knownOf(outcome))) {
        changes.push_back({{"point", encodeJson(change.point)}, {"larger", change.larger}});
    }
    return {{"workspace", workspace},
            {"job", outcome.job},
            {"structure_changes", std::move(changes)},
            {"device", encodeJson(outcome.device)},
            {"points", needed.size()},
            {"measured", countOf(outcome.measured, MeasurementStatus::Done)},
            {"reused", outcome.reused.size()},
            {"out_of_memory", countOf(outcome.measured, MeasurementStatus::OutOfMemory)},
            {"failed", countOf(outcome.measured, MeasurementStatus::Failed)},
            {"cancelled", outcome.summary.cancelled},
            {"budget_spent", outcome.summary.budget_spent},
            {"measurements", std::move(measurements)}};
}

std::vector<std::string> failureTexts(const ProfileRequest& request, const ProfileOutcome& outcome)
{
    const Model model = trainedModel(request.model, request.workload).value_or(request.model);
    std::vector<std::string> texts;
    for (const Measurement& measurement : outcome.measured) {
        if (measurement.status == MeasurementStatus::Failed) {
            const ProfilePoint& point = measurement.point;
            texts.push_back("layer " + nameOf(model, point) + " could not be measured at micro-batch size "
                            + std::to_string(point.micro_batch) + " and sequence " + std::to_string(point.sequence)
                            + ": " + describe(measurement.message));
        }
    }
    return texts;
}

namespace {

// One sentence per layer whose operations depend on the micro-batch size. Larger sizes follow the last change.
std::string structureText(const Model& model, const std::vector<Measurement>& known)
{
    std::string text;
    const auto changes = structureChanges(known);
    for (auto change = changes.begin(); change != changes.end();) {
        const ProfilePoint& point = change->point;
        std::vector<std::string> smaller;
        std::int64_t last = 0;
        for (const std::string line = lineKey(point); change != changes.end() && lineKey(change->point) == line;
             ++change) {
            smaller.push_back(std::to_string(change->point.micro_batch));
            last = change->larger;
        }
        text += nameOf(model, point) + ": operations at micro-batch size " + listText(smaller)
            + " differ from those at "
            + (smaller.size() == 1 ? std::to_string(last) : std::string("the next larger one"))
            + "; predictions for larger sizes start from " + std::to_string(last) + ".\n";
    }
    return text;
}

}

std::string profileText(const ProfileRequest& request, const ProfileOutcome& outcome,
                        const std::vector<ProfilePoint>& needed, const std::string& workspace)
{
    TextTable table({{"layer"},
                     {"micro-batch", Align::Right},
                     {"sequence", Align::Right},
                     {"parameters", Align::Right},
                     {"saved activations", Align::Right},
                     {"forward peak", Align::Right},
                     {"backward peak", Align::Right},
                     {"forward", Align::Right},
                     {"backward", Align::Right},
                     {""}});
    const auto rows = rowsOf(outcome);
    const Model model = trainedModel(request.model, request.workload).value_or(request.model);
    const std::vector<Measurement> known = knownOf(outcome);
    for (const ProfilePoint& point : needed) {
        const auto row = rows.find(pointKey(point));
        table.add(cells(model, point, row == rows.end() ? Row {} : row->second, known));
    }
    std::string text = terminalLine(request.model.name + " on " + outcome.device.name) + " ("
        + (outcome.device.isDry() ? "dry run: memory only, " : "") + outcome.device.software + ")\n\n" + table.text()
        + "\n" + std::to_string(outcome.measured.size()) + " measured, " + std::to_string(outcome.reused.size())
        + " reused from the workspace " + workspace + "\n";
    text += structureText(model, known);
    text += shortageText(model, request, outcome);
    if (const std::size_t all = pointsOf(request).size(); all > needed.size()) {
        text += std::to_string(all - needed.size())
            + " skipped: smaller micro-batch sizes predict them or ran out of memory.\n";
    }
    if (outcome.summary.budget_spent) {
        text += "The time budget ended before all points were measured; run the same command again to continue.\n";
    }
    return text;
}

}
