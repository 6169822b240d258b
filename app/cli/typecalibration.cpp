// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/typecalibration.h"

#include "app/cli/progressline.h"
#include "app/cli/runsoption.h"
#include "app/cli/stackreport.h"
#include "app/cli/texttable.h"
#include "core/base/files.h"
#include "core/base/format.h"
#include "core/calibration/calibration.h"
#include "core/json/cataloguefile.h"
#include "core/json/codec.h"
#include "core/runs/skippedruns.h"

#include <nlohmann/json.hpp>

#include <QDate>

#include <algorithm>
#include <cmath>
#include <map>

namespace stagecraft {

namespace {

// The type of most runs; null where the catalogue knows none of their devices.
const CatalogueEntry* usualType(const std::vector<Run>& runs)
{
    std::map<const CatalogueEntry*, int> counts;
    for (const Run& run : runs) {
        if (const CatalogueEntry* type = typeOf(run.device)) {
            ++counts[type];
        }
    }
    const auto most = std::max_element(counts.begin(), counts.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    return most == counts.end() ? nullptr : most->first;
}

Result<const CatalogueEntry*> chosenType(const std::vector<Run>& runs, const std::string& name)
{
    const CatalogueEntry* type = name.empty() ? usualType(runs) : catalogue().find(name);
    if (type == nullptr) {
        return failure(ErrorCode::DeviceTypeUnknown,
                       {name.empty() ? std::string("the type of these runs (name it with --type)") : name,
                        catalogue().namesLike(name)});
    }
    return type;
}

std::string figureText(const CorrectedFigure& figure, double value)
{
    switch (figure.correction) {
    case Correction::Launch:
        return formatSeconds(Seconds(value));
    case Correction::Workspace:
        return formatBytes(Bytes(std::llround(value)));
    case Correction::KernelSlowdown:
    case Correction::NodeBandwidth:
    case Correction::NetworkBandwidth:
    case Correction::Latency:
        break;
    }
    return formatNumber(value) + " x";
}

std::string meaningOf(Correction correction)
{
    switch (correction) {
    case Correction::KernelSlowdown:
        return "time of products and attention in training, of that by tables or peaks";
    case Correction::Launch:
        return "launch of a kernel by the host";
    case Correction::NodeBandwidth:
        return "bandwidth in a node that collectives reach, of the type's";
    case Correction::NetworkBandwidth:
        return "bandwidth between nodes that collectives reach, of the type's";
    case Correction::Latency:
        return "latency of messages, of the type's";
    case Correction::Workspace:
        return "allocated beside the tensors of layers";
    }
    return {};
}

void addErrors(TextTable& table, const std::string& what, const ErrorFigures& figures)
{
    table.add({what, std::to_string(figures.count), percent(figures.mean_error), percent(figures.median_error),
               percent(figures.worst_error), percent(figures.bias)});
}

void addEvidence(TextTable& table, const std::string& what, const std::optional<CalibrationEvidence>& evidence)
{
    if (evidence) {
        addErrors(table, what + ", before", evidence->before);
        addErrors(table, what + ", on the same runs", evidence->fitted);
        addErrors(table, what + ", on runs not seen", evidence->unseen);
    }
}

template <typename Amount>
std::vector<std::string> skippedOf(const TypeCalibration& calibration, CalibratedAmount<Amount> CalibratedRun::*amount)
{
    std::vector<std::string> reasons;
    for (const CalibratedRun& run : calibration.runs) {
        reasons.push_back((run.*amount).skipped);
    }
    return reasons;
}

std::string notUsedText(const std::string& what, const std::vector<std::string>& reasons)
{
    const std::string text = reasonsText(countReasons(reasons));
    return text.empty() ? "" : what + " not used: " + text + "\n";
}

std::string calibrationText(const TypeCalibration& calibration, const std::string& base)
{
    TextTable errors({{"error"},
                      {"runs", Align::Right},
                      {"mean", Align::Right},
                      {"median", Align::Right},
                      {"worst", Align::Right},
                      {"bias", Align::Right}});
    addEvidence(errors, "step", calibration.time);
    addEvidence(errors, "peak", calibration.memory);
    TextTable figures({{"figure"}, {"before", Align::Right}, {"now", Align::Right}, {"meaning"}});
    for (const CorrectedFigure& figure : calibration.figures) {
        figures.add({std::string(nameOf(figure.correction)), figureText(figure, figure.before),
                     figureText(figure, figure.after), meaningOf(figure.correction)});
    }
    return calibration.type.device.name + ": " + base + " as these runs have it, "
        + calibration.type.device.in_training->source + "\n\n" + errors.text() + "\n" + figures.text() + "\n"
        + notUsedText("Steps", skippedOf(calibration, &CalibratedRun::step))
        + notUsedText("Peaks", skippedOf(calibration, &CalibratedRun::peak));
}

nlohmann::json evidenceJson(const std::optional<CalibrationEvidence>& evidence)
{
    return evidence ? nlohmann::json {{"before", encodeJson(evidence->before)},
                                      {"fitted", encodeJson(evidence->fitted)},
                                      {"unseen", encodeJson(evidence->unseen)},
                                      {"band", {{"low", evidence->band.low}, {"high", evidence->band.high}}}}
                    : nlohmann::json();
}

nlohmann::json rowJson(const CalibratedRun& run)
{
    const auto skipped = [](const std::string& text) { return text.empty() ? nlohmann::json() : nlohmann::json(text); };
    nlohmann::json json {{"file", run.run.file},
                         {"line", run.run.line},
                         {"model", run.run.model},
                         {"step_skipped", skipped(run.step.skipped)},
                         {"peak_skipped", skipped(run.peak.skipped)}};
    if (run.step.skipped.empty()) {
        json["step_seconds"] = {{"measured", run.step.measured.value},
                                {"before", run.step.before.value},
                                {"fitted", run.step.fitted.value},
                                {"unseen", run.step.unseen.value}};
    }
    if (run.peak.skipped.empty()) {
        json["peak_bytes"] = {{"measured", run.peak.measured.value},
                              {"before", run.peak.before.value},
                              {"fitted", run.peak.fitted.value},
                              {"unseen", run.peak.unseen.value}};
    }
    return json;
}

nlohmann::json calibrationJson(const TypeCalibration& calibration)
{
    auto figures = nlohmann::json::array();
    for (const CorrectedFigure& figure : calibration.figures) {
        figures.push_back({{"figure", nameOf(figure.correction)}, {"before", figure.before}, {"after", figure.after}});
    }
    auto rows = nlohmann::json::array();
    for (const CalibratedRun& run : calibration.runs) {
        rows.push_back(rowJson(run));
    }
    return {{"type", encodeJson(calibration.type)},
            {"figures", std::move(figures)},
            {"time", evidenceJson(calibration.time)},
            {"memory", evidenceJson(calibration.memory)},
            {"rows", std::move(rows)}};
}

}

Result<ExitCode> runTypeCalibration(const std::vector<Run>& runs, const TypeCalibrationOptions& options,
                                    const Output& output, const std::stop_token& stop)
{
    const auto type = chosenType(runs, options.type);
    if (!type) {
        return failure(type.error());
    }
    const std::string today = QDate::currentDate().toString(Qt::ISODate).toStdString();
    ProgressLine progress;
    const auto calibration =
        calibrateType(runs, {{*options.framework}, **type, options.name, today}, stop, [&](double share) {
            progress.show(std::lround(share * 100), 100, "Calibrating " + options.name, Seconds(-1));
        });
    progress.clear();
    if (!calibration) {
        return failure(calibration.error());
    }
    if (const auto written = writeFile(options.output, writeCatalogue({calibration->type})); !written) {
        return failure(written.error());
    }
    auto json = calibrationJson(*calibration);
    json["skipped_rows"] = skippedRowsJson(runs);
    json["written"] = options.output;
    output.document(json);
    output.print(calibrationText(*calibration, (*type)->device.name) + skippedRowsText(runs) + "\nWritten: "
                 + options.output + "; stagecraft-cli hardware add " + options.output + " lets clusters name it\n");
    return ExitCode::Done;
}

}
