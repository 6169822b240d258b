// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"
#include "app/cli/options.h"
#include "app/cli/runsoption.h"
#include "app/cli/stackreport.h"
#include "app/cli/texttable.h"
#include "app/cli/validationreport.h"
#include "core/base/basis.h"
#include "core/base/format.h"
#include "core/json/codec.h"

#include <nlohmann/json.hpp>

#include <memory>

namespace stagecraft {

namespace {

struct ValidateOptions {
    RunsOption runs;
    std::string stack;
    bool uncorrected = false;
    WorkspaceFile workspace;
};

Result<StackChoice> chosen(const std::vector<Run>& runs, const ValidateOptions& options, const std::stop_token& stop)
{
    if (options.stack.empty()) {
        const auto known = knownStacks(options.workspace);
        return known ? Result<StackChoice>(bestStack(runs, *known, stop)) : failure(known.error());
    }
    auto found = findStack(options.stack, options.workspace);
    if (!found) {
        return failure(found.error());
    }
    if (options.uncorrected) {
        found->stack = uncorrected(std::move(found->stack));
        found->stack.rows.clear(); // it has not learned from them
    }
    return StackChoice {*found, validateRuns(runs, found->stack, stop)};
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

template <typename Amount>
nlohmann::json unseenJson(const std::optional<Bounded<Amount>>& unseen, Amount Bounded<Amount>::*part)
{
    return unseen ? nlohmann::json(((*unseen).*part).value) : nlohmann::json();
}

nlohmann::json rowJson(const ValidatedRun& row, const ErrorCauses& causes)
{
    const StackPrediction& prediction = row.prediction;
    const bool memory = prediction.peak.has_value();
    const bool time = prediction.step.has_value();
    return {{"file", row.run.file},
            {"line", row.run.line},
            {"model", row.run.model},
            {"memory_rank", nameOf(row.run.scope.rank)},
            {"memory_kind", nameOf(row.run.scope.kind)},
            {"measured_bytes", orNull(row.run.peak)},
            {"out_of_memory", row.run.out_of_memory},
            {"predicted_bytes", orNull(prediction.peak)},
            {"low", memory ? nlohmann::json(prediction.peak_low.value) : nlohmann::json()},
            {"high", memory ? nlohmann::json(prediction.peak_high.value) : nlohmann::json()},
            {"uncorrected_bytes", memory ? nlohmann::json(prediction.uncorrected_peak.value) : nlohmann::json()},
            {"unseen_bytes", unseenJson(row.unseen_peak, &Bounded<Bytes>::value)},
            {"unseen_low", unseenJson(row.unseen_peak, &Bounded<Bytes>::low)},
            {"unseen_high", unseenJson(row.unseen_peak, &Bounded<Bytes>::high)},
            {"measured_seconds", orNull(row.measured_step)},
            {"predicted_seconds", orNull(prediction.step)},
            {"low_seconds", time ? nlohmann::json(prediction.step_low.value) : nlohmann::json()},
            {"high_seconds", time ? nlohmann::json(prediction.step_high.value) : nlohmann::json()},
            {"uncorrected_seconds", time ? nlohmann::json(prediction.uncorrected_step.value) : nlohmann::json()},
            {"unseen_seconds", unseenJson(row.unseen_step, &Bounded<Seconds>::value)},
            {"unseen_low_seconds", unseenJson(row.unseen_step, &Bounded<Seconds>::low)},
            {"unseen_high_seconds", unseenJson(row.unseen_step, &Bounded<Seconds>::high)},
            {"evidence", row.evidence},
            {"skipped", orNull(row.skippedText())},
            {"memory_skipped", orNull(row.memory_skipped)},
            {"time_skipped", orNull(row.time_skipped)},
            {"memory_causes", causesJson(causes, row, ComparedQuantity::Memory)},
            {"time_causes", causesJson(causes, row, ComparedQuantity::Step)}};
}

nlohmann::json comparedJson(const ComparedRuns& compared, const std::optional<StackEvidence>& evidence)
{
    const int runs = evidence ? evidence->bandRuns() : 0;
    auto json = encodeJson(compared.figures);
    json["coverage"] = compared.coverage;
    json["held_out"] = encodeJson(compared.held_out);
    json["uncorrected"] = encodeJson(compared.uncorrected);
    json["unseen"] = encodeJson(compared.unseen);
    json["band_runs"] = runs;
    json["band_share"] = evidence ? evidence->bandShare() : 0;
    return json;
}

nlohmann::json validationJson(const StackChoice& choice, const ErrorCauses& causes, bool named)
{
    const Stack& stack = choice.found.stack;
    auto rows = nlohmann::json::array();
    for (const ValidatedRun& row : choice.validation.rows) {
        rows.push_back(rowJson(row, causes));
    }
    const auto basis = [](bool fitted) { return nameOf(fitted ? Basis::Calibrated : Basis::Analytic); };
    return {{"stack", stack.name},
            {"origin", choice.found.origin},
            {"chosen", !named},
            {"predicted_kind", nameOf(stack.kind)},
            {"memory_basis", basis(stack.memory_evidence.has_value())},
            {"time_basis", basis(stack.time_evidence.has_value())},
            {"rows", std::move(rows)},
            {"memory", comparedJson(choice.validation.memory, stack.memory_evidence)},
            {"time", comparedJson(choice.validation.time, stack.time_evidence)},
            {"groups", groupsJson(choice.validation)},
            {"histograms", histogramsJson(choice.validation)},
            {"skipped", choice.validation.skipped},
            {"skipped_reasons", reasonsJson(choice.validation.reasons)}};
}

template <typename Amount>
std::string errorText(Amount predicted, Amount measured)
{
    return percent(predicted / measured - 1);
}

std::string rowsText(const Validation& validation)
{
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
                     {"left out"}});
    for (const ValidatedRun& row : validation.rows) {
        std::vector<std::string> cells {std::to_string(row.run.line), row.run.model,
                                        row.run.peak ? formatBytes(*row.run.peak) : ""};
        cells.resize(11);
        if (row.memory_skipped.empty()) {
            const Bounded<Bytes> peak = row.heldOutPeak();
            cells[3] = formatBytes(peak.value);
            cells[4] = formatBytes(peak.low);
            cells[5] = formatBytes(peak.high);
            cells[6] = errorText(peak.value, *row.run.peak);
        }
        cells[7] = row.measured_step ? formatSeconds(*row.measured_step) : "";
        if (row.time_skipped.empty()) {
            const Bounded<Seconds> step = row.heldOutStep();
            cells[8] = formatSeconds(step.value);
            cells[9] = errorText(step.value, *row.measured_step);
        }
        cells[10] = row.skippedText();
        table.add(cells);
    }
    return table.text();
}

std::string figuresText(const ErrorFigures& figures)
{
    std::string text = "error " + percent(figures.mean_error) + " in the mean, " + percent(figures.median_error)
        + " in the middle, 90 % below " + percent(figures.p90_error) + ", bias " + percent(figures.bias);
    return figures.rank_correlation ? text + ", rank correlation " + formatNumber(*figures.rank_correlation) : text;
}

// Where figures are of runs that the predictions have seen, that is told: they come after those that have not.
std::string comparedText(const std::string& what, const ComparedRuns& compared,
                         const std::optional<StackEvidence>& evidence, bool knows_runs)
{
    const int count = compared.figures.count;
    if (count == 0) {
        return what + ": nothing to compare\n";
    }
    const int known = compared.unseen.count;
    const bool unclear = evidence && !knows_runs; // its file lacks the runs that it was fitted on
    std::string text = what + ", " + (unclear ? "perhaps in-sample" : "held out") + ": " + std::to_string(count)
        + (count == 1 ? " run, " : " runs, ") + figuresText(compared.held_out) + "\n";
    if (unclear) {
        text += "  the stack's file lacks its runs: whether these are among them is not known\n";
    } else if (known > 0) {
        text += "  the stack was fitted on " + (known == count ? "all" : std::to_string(known))
            + " of these: each is predicted by a fit without it\n  in-sample, by the stack as it is: "
            + figuresText(compared.figures) + "\n";
    } else {
        text += std::string("  ") + (evidence ? "the stack was fitted on none of these" : "nothing was fitted") + "\n";
    }
    text += "  uncorrected: " + figuresText(compared.uncorrected) + "\n";
    if (evidence) {
        text += "  " + percent(compared.coverage) + " between low and high, "
            + bandText(evidence->bandRuns(), evidence->slow_runs)
            + (known > 0 ? "; each run that is one of these in bounds made without it" : "") + "\n";
    }
    return text;
}

// Of one quantity, why some runs are not compared.
std::string notComparedText(const Validation& validation, std::string ValidatedRun::*reason)
{
    std::vector<std::string> reasons;
    for (const ValidatedRun& row : validation.rows) {
        reasons.push_back(row.*reason);
    }
    const std::string text = reasonsText(countReasons(reasons));
    return text.empty() ? "" : "  not compared: " + text + "\n";
}

// How the stack came to be the one.
std::string choiceText(const ValidateOptions& options, const Validation& validation)
{
    if (!options.stack.empty()) {
        return options.uncorrected ? ", uncorrected" : "";
    }
    const bool any = validation.skipped < static_cast<int>(validation.rows.size());
    return any ? " (of the known ones it can be compared with most runs; --stack names another)"
               : " (no known one can be compared with any of these runs; --stack names another)";
}

// Nothing where at least one run is compared.
std::optional<Error> whyNoneIsCompared(const std::vector<Run>& runs, const Validation& validation)
{
    if (validation.skipped < static_cast<int>(validation.rows.size())) {
        return std::nullopt;
    }
    return Error {ErrorCode::RunsUnusable,
                  {static_cast<std::int64_t>(runs.size()), std::int64_t(1), reasonsText(validation.reasons)},
                  runs.empty() ? std::string() : runs.front().file};
}

Result<ExitCode> runCommand(const ValidateOptions& options, const Output& output, const Interrupt& interrupt)
{
    const auto runs = options.runs.read();
    if (!runs) {
        return failure(runs.error());
    }
    const auto choice = chosen(*runs, options, interrupt.token());
    if (!choice) {
        return failure(choice.error());
    }
    if (interrupt.token().stop_requested()) {
        return failure(ErrorCode::Cancelled);
    }
    const Validation& validation = choice->validation;
    const Stack& stack = choice->found.stack;
    const ErrorCauses causes(*runs, stack);
    auto document = validationJson(*choice, causes, !options.stack.empty());
    document["skipped_rows"] = skippedRowsJson(*runs);
    const auto unusable = whyNoneIsCompared(*runs, validation);
    if (!unusable) {
        output.document(document);
    }
    const bool knows_runs = !stack.rows.empty();
    std::string text = rowsText(validation) + "\nStack: " + stack.name + choiceText(options, validation) + "\n"
        + comparedText("Memory (" + std::string(nameOf(stack.kind)) + ")", validation.memory, stack.memory_evidence,
                       knows_runs)
        + notComparedText(validation, &ValidatedRun::memory_skipped)
        + detailsText(validation, causes, ComparedQuantity::Memory) + (validation.memory.figures.count > 0 ? "\n" : "")
        + comparedText("Time of a step", validation.time, stack.time_evidence, knows_runs)
        + notComparedText(validation, &ValidatedRun::time_skipped)
        + detailsText(validation, causes, ComparedQuantity::Step) + (validation.time.figures.count > 0 ? "\n" : "");
    if (validation.skipped > 0) {
        text += std::to_string(validation.skipped) + " of " + std::to_string(validation.rows.size())
            + " runs left out: " + reasonsText(validation.reasons) + "\n";
    }
    text += skippedRowsText(*runs);
    output.print(text);
    return unusable ? output.fail(*unusable, std::move(document)) : Result<ExitCode>(ExitCode::Done);
}

}

void addValidateCommand(CLI::App& app, Task& task)
{
    const auto options = std::make_shared<ValidateOptions>();
    CLI::App& command = *app.add_subcommand("validate", "Predictions beside measured runs, and how far they are off");
    options->runs.add(command);
    command
        .add_option("--stack", options->stack,
                    "Stack, or a stack's file (.json) [the known one that can be compared with most of them]")
        ->type_name("NAME");
    command
        .add_flag("--uncorrected", options->uncorrected, "The named stack's model before it has learned from any run")
        ->needs("--stack");
    options->workspace.add(command);
    addJsonOption(command, task);
    command.callback([options, &task] {
        task.run = [options](const Output& output, const Interrupt& interrupt) {
            return runCommand(*options, output, interrupt);
        };
    });
}

}
