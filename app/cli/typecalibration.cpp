// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/typecalibration.h"

#include "app/cli/progressline.h"
#include "app/cli/runsreport.h"
#include "app/cli/texttable.h"
#include "core/base/english.h"
#include "core/base/files.h"
#include "core/base/format.h"
#include "core/calibration/calibration.h"
#include "core/calibration/validation.h"
#include "core/json/cataloguefile.h"
#include "core/json/codec.h"
#include "core/runs/skippedruns.h"

#include <nlohmann/json.hpp>

#include <QDate>

#include <cmath>

namespace stagecraft {

namespace {

Result<const CatalogueEntry*> chosenType(const std::vector<Run>& runs, const std::string& name)
{
    if (!name.empty()) {
        return deviceTypeNamed(name);
    }
    const CatalogueEntry* type = usualType(runs);
    return type != nullptr ? Result<const CatalogueEntry*>(type)
                           : failure(ErrorCode::DeviceTypeUnknown,
                                     {std::string("(unknown; set it with --type)"), catalogue().namesLike(name)});
}

// The framework of all rows that name one, if they agree; otherwise the one that supports most runs.
Framework frameworkOf(const std::vector<Run>& runs)
{
    std::optional<Framework> named;
    for (const Run& run : runs) {
        if (run.framework && named && *run.framework != *named) {
            return likelyFramework(runs);
        }
        named = run.framework ? run.framework : named;
    }
    return named ? *named : likelyFramework(runs);
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
        return "time of matrix products and attention in training, relative to tables or peak rates";
    case Correction::Launch:
        return "time of the host to launch a kernel";
    case Correction::NodeBandwidth:
        return "intra-node bandwidth that collectives reach, relative to the type's";
    case Correction::NetworkBandwidth:
        return "inter-node bandwidth that collectives reach, relative to the type's";
    case Correction::Latency:
        return "message latency, relative to the type's";
    case Correction::Workspace:
        return "allocated in addition to the tensors of layers";
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
        addErrors(table, what + ", fitted runs", evidence->fitted);
        addErrors(table, what + ", cross-validated", evidence->unseen);
    }
}

template <typename Amount>
std::vector<Message> skippedOf(const TypeCalibration& calibration, CalibratedAmount<Amount> CalibratedRun::*amount)
{
    std::vector<Message> reasons;
    for (const CalibratedRun& run : calibration.runs) {
        reasons.push_back((run.*amount).skipped);
    }
    return reasons;
}

std::string notUsedText(const std::string& what, const std::vector<Message>& reasons)
{
    const std::string text = reasonsText(countReasons(reasons));
    return text.empty() ? "" : what + " not used: " + text + "\n";
}

std::string calibrationText(const TypeCalibration& calibration, const std::string& base, Framework framework)
{
    TextTable errors({{"error"},
                      {"runs", Align::Right},
                      {"mean", Align::Right},
                      {"median", Align::Right},
                      {"worst", Align::Right},
                      {"bias", Align::Right}});
    addEvidence(errors, "step", calibration.time);
    addEvidence(errors, "peak", calibration.memory);
    TextTable figures({{"figure"}, {"before", Align::Right}, {"after", Align::Right}, {"meaning"}});
    for (const CorrectedFigure& figure : calibration.figures) {
        figures.add({std::string(nameOf(figure.correction)), figureText(figure, figure.before),
                     figureText(figure, figure.after), meaningOf(figure.correction)});
    }
    return calibration.type.device.name + ": " + base + " with " + std::string(nameOf(framework)) + ", "
        + describe(calibration.type.device.in_training->source) + "\n\n" + errors.text() + "\n" + figures.text() + "\n"
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
    const auto skipped = [](const Message& why) { return why.empty() ? nlohmann::json() : encodeJson(why); };
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
    const Framework framework = options.framework ? *options.framework : frameworkOf(runs);
    const std::string today = QDate::currentDate().toString(Qt::ISODate).toStdString();
    ProgressLine progress;
    const auto calibration = calibrateType(runs, {{framework}, **type, options.name, today}, stop, [&](double share) {
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
    json["framework"] = nameOf(framework);
    json["skipped_rows"] = skippedRowsJson(runs);
    json["written"] = options.output;
    output.document(json);
    output.print(calibrationText(*calibration, (*type)->device.name, framework) + skippedRowsText(runs)
                 + "\nWritten: " + options.output + "\nTo use the type in clusters, run: stagecraft-cli hardware add "
                 + options.output + "\n");
    return ExitCode::Done;
}

}
