// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"
#include "app/cli/frameworkoption.h"
#include "app/cli/options.h"
#include "app/cli/runsoption.h"
#include "app/cli/runsreport.h"
#include "app/cli/texttable.h"
#include "app/cli/validationreport.h"
#include "core/base/english.h"
#include "core/base/format.h"
#include "core/base/numbertext.h"
#include "core/json/codec.h"

#include <nlohmann/json.hpp>

#include <map>
#include <memory>

namespace stagecraft {

namespace {

struct ValidateOptions {
    RunsOption runs;
    FrameworkOption framework;
    std::string type;
};

Result<ValidationSetting> settingOf(const ValidateOptions& options)
{
    ValidationSetting setting;
    const auto framework = options.framework.chosen();
    if (!framework) {
        return failure(framework.error());
    }
    if (*framework) {
        setting.framework = FrameworkChoice {**framework};
    }
    if (!options.type.empty()) {
        const auto type = deviceTypeNamed(options.type);
        if (!type) {
            return failure(type.error());
        }
        setting.type = **type;
    }
    return setting;
}

using Counts = std::map<std::string, int>; // runs by name

// The compared runs of each framework and device type.
struct UsedSettings {
    Counts frameworks;
    Counts device_types;
};

UsedSettings usedSettings(const Validation& validation)
{
    UsedSettings used;
    for (const ValidatedRun& row : validation.rows) {
        if (!row.skipped()) {
            ++used.frameworks[std::string(nameOf(row.framework))];
            ++used.device_types[row.device_type];
        }
    }
    return used;
}

nlohmann::json countsJson(const Counts& counts)
{
    auto list = nlohmann::json::array();
    for (const auto& [name, runs] : counts) {
        list.push_back({{"name", name}, {"runs", runs}});
    }
    return list;
}

template <typename Amount>
nlohmann::json orNull(const std::optional<Amount>& amount)
{
    return amount ? nlohmann::json(amount->value) : nlohmann::json();
}

nlohmann::json orNull(const std::string& text)
{
    return text.empty() ? nlohmann::json() : nlohmann::json(text);
}

nlohmann::json orNull(const Message& message)
{
    return message.empty() ? nlohmann::json() : encodeJson(message);
}

nlohmann::json rowJson(const ValidatedRun& row, const ErrorCauses& causes)
{
    const auto part = [](bool compared, auto amount) {
        return compared ? nlohmann::json(amount.value) : nlohmann::json();
    };
    const bool memory = row.memory_skipped.empty();
    const bool time = row.time_skipped.empty();
    return {{"file", row.run.file},
            {"line", row.run.line},
            {"model", row.run.model},
            {"framework", nameOf(row.framework)},
            {"device_type", orNull(row.device_type)},
            {"in_sample", row.in_sample},
            {"memory_rank", nameOf(row.run.scope.rank)},
            {"memory_kind", nameOf(memory ? row.kind : row.run.scope.kind)},
            {"measured_bytes", orNull(row.run.peak)},
            {"out_of_memory", row.run.out_of_memory},
            {"predicted_bytes", part(memory, row.peak.value)},
            {"low", part(memory, row.peak.low)},
            {"high", part(memory, row.peak.high)},
            {"measured_seconds", orNull(row.measured_step)},
            {"predicted_seconds", part(time, row.step.value)},
            {"low_seconds", part(time, row.step.low)},
            {"high_seconds", part(time, row.step.high)},
            {"skipped", orNull(row.skippedReason())},
            {"memory_skipped", orNull(row.memory_skipped)},
            {"time_skipped", orNull(row.time_skipped)},
            {"memory_causes", causesJson(causes, row, ComparedQuantity::Memory)},
            {"time_causes", causesJson(causes, row, ComparedQuantity::Step)}};
}

nlohmann::json comparedJson(const ComparedRuns& compared)
{
    auto json = encodeJson(compared.figures);
    json["coverage"] = compared.coverage;
    json["in_sample"] = compared.in_sample;
    return json;
}

nlohmann::json validationJson(const Validation& validation, const ErrorCauses& causes)
{
    auto rows = nlohmann::json::array();
    for (const ValidatedRun& row : validation.rows) {
        rows.push_back(rowJson(row, causes));
    }
    const UsedSettings used = usedSettings(validation);
    return {{"frameworks", countsJson(used.frameworks)},
            {"device_types", countsJson(used.device_types)},
            {"rows", std::move(rows)},
            {"memory", comparedJson(validation.memory)},
            {"time", comparedJson(validation.time)},
            {"groups", groupsJson(validation)},
            {"histograms", histogramsJson(validation)},
            {"skipped", validation.skipped},
            {"skipped_reasons", reasonsJson(validation.reasons)}};
}

std::string rowsText(const Validation& validation)
{
    constexpr std::size_t columns = 11;
    TextTable table({{"line", Align::Right},
                     {"model"},
                     {"measured", Align::Right},
                     {"predicted", Align::Right},
                     {"low", Align::Right},
                     {"high", Align::Right},
                     {"error", Align::Right},
                     {"step measured", Align::Right},
                     {"predicted", Align::Right},
                     {"error", Align::Right},
                     {"skipped"}});
    for (const ValidatedRun& row : validation.rows) {
        std::vector<std::string> cells {std::to_string(row.run.line), row.run.model,
                                        row.run.peak ? formatBytes(*row.run.peak) : ""};
        cells.resize(columns);
        if (row.memory_skipped.empty()) {
            cells[3] = formatBytes(row.peak.value);
            cells[4] = formatBytes(row.peak.low);
            cells[5] = formatBytes(row.peak.high);
            cells[6] = percent(row.peak.value / *row.run.peak - 1);
        }
        cells[7] = row.measured_step ? formatSeconds(*row.measured_step) : "";
        if (row.time_skipped.empty()) {
            cells[8] = formatSeconds(row.step.value);
            cells[9] = percent(row.step.value / *row.measured_step - 1);
        }
        cells[10] = describe(row.skippedReason());
        table.add(cells);
    }
    return table.text();
}

// "megatron-core (20 runs), torchtitan (14 runs)".
std::string countsText(const Counts& counts)
{
    std::string text;
    for (const auto& [name, runs] : counts) {
        text += (text.empty() ? "" : ", ") + name + " (" + std::to_string(runs) + (runs == 1 ? " run)" : " runs)");
    }
    return text;
}

std::string settingsText(const Validation& validation)
{
    const UsedSettings used = usedSettings(validation);
    return used.frameworks.empty()
        ? std::string()
        : "Framework: " + countsText(used.frameworks) + "\nDevice type: " + countsText(used.device_types) + "\n";
}

void addFigures(TextTable& table, const std::string& what, const ComparedRuns& compared)
{
    const ErrorFigures& figures = compared.figures;
    if (figures.count == 0) {
        table.add({what, "0", "", "", "", "", "", ""});
        return;
    }
    table.add({what, std::to_string(figures.count), percent(figures.mean_error), percent(figures.median_error),
               percent(figures.p90_error), percent(figures.bias),
               figures.rank_correlation ? fixedText(*figures.rank_correlation, 3) : "", percent(compared.coverage)});
}

std::string figuresText(const Validation& validation)
{
    TextTable table({{"error"},
                     {"runs", Align::Right},
                     {"mean", Align::Right},
                     {"median", Align::Right},
                     {"90th percentile", Align::Right},
                     {"bias", Align::Right},
                     {"rank correlation", Align::Right},
                     {"within bounds", Align::Right}});
    addFigures(table, "memory", validation.memory);
    addFigures(table, "step", validation.time);
    return table.text();
}

// Runs on which their device type was calibrated; their errors are not evidence for other runs.
std::string inSampleText(const Validation& validation)
{
    int runs = 0;
    for (const ValidatedRun& row : validation.rows) {
        runs += row.in_sample && !row.skipped() ? 1 : 0;
    }
    return runs == 0 ? std::string()
                     : std::to_string(runs) + (runs == 1 ? " run is" : " runs are")
            + " in-sample: the device type was calibrated on their file. Expect larger errors on other runs.\n";
}

// Reasons why runs are not compared in one quantity.
std::string notComparedText(const char* quantity, const Validation& validation, Message ValidatedRun::*reason)
{
    std::vector<Message> reasons;
    for (const ValidatedRun& row : validation.rows) {
        reasons.push_back(row.*reason);
    }
    const std::string text = reasonsText(countReasons(reasons));
    return text.empty() ? "" : std::string(quantity) + " not compared: " + text + "\n";
}

std::string detailsOf(const char* title, const Validation& validation, const ErrorCauses& causes,
                      ComparedQuantity quantity)
{
    const std::string details = detailsText(validation, causes, quantity);
    return details.empty() ? details : std::string("\n") + title + "\n" + details;
}

std::string validationText(const Validation& validation, const ErrorCauses& causes)
{
    std::string text = rowsText(validation) + "\n" + settingsText(validation) + "\n" + figuresText(validation)
        + inSampleText(validation) + notComparedText("Memory", validation, &ValidatedRun::memory_skipped)
        + notComparedText("Step", validation, &ValidatedRun::time_skipped)
        + detailsOf("Memory", validation, causes, ComparedQuantity::Memory)
        + detailsOf("Step time", validation, causes, ComparedQuantity::Step);
    if (validation.skipped > 0) {
        text += "\n" + std::to_string(validation.skipped) + " of " + std::to_string(validation.rows.size())
            + " runs skipped: " + reasonsText(validation.reasons) + "\n";
    }
    return text;
}

// The error if no run can be compared; otherwise empty.
std::optional<Error> whyNoneIsCompared(const std::vector<Run>& runs, const Validation& validation)
{
    if (validation.skipped < static_cast<int>(validation.rows.size())) {
        return std::nullopt;
    }
    return Error {ErrorCode::RunsUnusable,
                  {static_cast<std::int64_t>(runs.size()), std::int64_t(1), reasonList(validation.reasons)},
                  runs.empty() ? std::string() : runs.front().file};
}

Result<ExitCode> runCommand(const ValidateOptions& options, const Output& output, const Interrupt& interrupt)
{
    const auto setting = settingOf(options);
    if (!setting) {
        return failure(setting.error());
    }
    const auto runs = options.runs.read();
    if (!runs) {
        return failure(runs.error());
    }
    const Validation validation = validateRuns(*runs, *setting, interrupt.token());
    if (interrupt.token().stop_requested()) {
        return failure(ErrorCode::Cancelled);
    }
    const ErrorCauses causes(*runs);
    auto document = validationJson(validation, causes);
    document["skipped_rows"] = skippedRowsJson(*runs);
    const auto unusable = whyNoneIsCompared(*runs, validation);
    output.print(validationText(validation, causes) + skippedRowsText(*runs));
    if (unusable) {
        return output.fail(*unusable, std::move(document));
    }
    output.document(document);
    return ExitCode::Done;
}

}

void addValidateCommand(CLI::App& app, Task& task)
{
    const auto options = std::make_shared<ValidateOptions>();
    CLI::App& command = *app.add_subcommand("validate", "Compare predictions with measured runs");
    options->runs.add(command);
    options->framework.add(command,
                           "Framework that trained the runs: " + knownNames<Framework>()
                               + " [the one named in each row, else the one that supports most runs]");
    options->framework.addAlias(command);
    command
        .add_option("--type", options->type,
                    "Device type of the runs, such as a calibrated type [as named in the rows]")
        ->type_name("TYPE");
    addJsonOption(command, task);
    command.callback([options, &task] {
        task.run = [options](const Output& output, const Interrupt& interrupt) {
            return runCommand(*options, output, interrupt);
        };
    });
}

}
