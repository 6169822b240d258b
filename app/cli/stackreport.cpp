// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/stackreport.h"

#include "app/cli/texttable.h"
#include "core/base/format.h"
#include "core/base/numbertext.h"
#include "core/exchange/stackfile.h"
#include "core/search/remedychanges.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace stagecraft {

namespace {

std::string correlationText(const ErrorFigures& figures)
{
    if (!figures.rank_correlation) {
        return {};
    }
    return fixedText(*figures.rank_correlation, 3);
}

void addFigures(TextTable& table, const std::string& what, const ErrorFigures& figures)
{
    if (figures.count > 0) {
        table.add({what, std::to_string(figures.count), percent(figures.mean_error), percent(figures.median_error),
                   percent(figures.p90_error), percent(figures.bias), correlationText(figures)});
    }
}

std::string evidenceText(const StackEvidence& evidence)
{
    TextTable table({{"error"},
                     {"runs", Align::Right},
                     {"mean", Align::Right},
                     {"median", Align::Right},
                     {"90 % below", Align::Right},
                     {"bias", Align::Right},
                     {"rank correlation", Align::Right}});
    addFigures(table, "uncorrected", evidence.uncorrected);
    addFigures(table, "fitted, on the same runs", evidence.fitted);
    addFigures(table, "cross-validated, " + evidence.folds, evidence.cross_validated);
    addFigures(table, "each size of model left out", evidence.size_left_out);
    if (evidence.slow_runs > 0) {
        addFigures(table, "cross-validated, " + std::to_string(evidence.slow_runs) + " slow runs apart",
                   evidence.without_slow);
    }
    std::string text = table.text() + "Bounds: " + formatNumber(evidence.band.low) + " to "
        + formatNumber(evidence.band.high)
        + " times the prediction, cross-validated: " + bandText(evidence.bandRuns(), evidence.slow_runs) + "; "
        + percent(evidence.coverage) + " of these runs lie within that of all the others\n";
    if (evidence.fitted.count > 0 && evidence.size_left_out.count == 0) {
        text += "All runs are of one size of model: how the stack predicts another is not known\n";
    }
    return text + (evidence.few_runs ? "Few runs: fewer than four for each coefficient\n" : "");
}

template <typename Coefficients>
std::string coefficientsText(const Coefficients& coefficients)
{
    TextTable table(
        {{"coefficient"}, {"value", Align::Right}, {"prior", Align::Right}, {"unit"}, {"meaning"}, {"source"}});
    for (const auto& coefficient : coefficients) {
        table.add({std::string(nameOf(coefficient.correction)), formatNumber(coefficient.value),
                   formatNumber(coefficient.prior), coefficient.unit, coefficient.meaning, coefficient.source});
    }
    return table.text();
}

// Runs whose products are narrower than what the model counts.
std::string eightBitText(const Stack& stack)
{
    const auto count = std::count_if(stack.rows.begin(), stack.rows.end(), [](const StackRow& row) {
        return row.run.eight_bit && row.memory_skipped.empty();
    });
    return count == 0 ? ""
                      : std::to_string(count)
            + " of the runs have products of 8 bits, whose layers keep the tensors of 16 bits all the same\n";
}

// Of the runs that a stack has, why some were not used.
std::string leftOutText(const Stack& stack, std::string StackRow::*reason)
{
    std::vector<std::string> reasons;
    for (const StackRow& row : stack.rows) {
        reasons.push_back(row.*reason);
    }
    const std::string text = reasonsText(countReasons(reasons));
    return text.empty() ? "" : "Left out: " + text + "\n";
}

}

std::string percent(double share)
{
    return fixedText(share * 100, 1) + " %";
}

Result<std::vector<FoundStack>> knownStacks(const WorkspaceFile& workspace)
{
    const auto kept = workspace.stacks();
    if (!kept) {
        return failure(kept.error());
    }
    return withShipped(*kept);
}

Result<FoundStack> findStack(const std::string& name, const WorkspaceFile& workspace)
{
    if (name.ends_with(".json")) {
        const auto stack = readStackFile(name);
        return stack ? Result<FoundStack>(FoundStack {*stack, "file"}) : failure(stack.error());
    }
    const auto known = knownStacks(workspace);
    return known ? stackNamed(name, *known) : failure(known.error());
}

Result<std::optional<Stack>> useStack(const std::string& name, const WorkspaceFile& workspace, Problem& problem)
{
    const std::string& wanted = name.empty() ? problem.stack : name;
    if (wanted.empty() || wanted == noStack) {
        problem.stack.clear();
        return std::optional<Stack>();
    }
    if (const Framework framework = problem.constraints.framework.name; framework != Framework::Libtorch) {
        return failure(ErrorCode::OptionUnsupported,
                       {"--stack beside --framework " + std::string(nameOf(framework)), wanted, std::string(noStack)});
    }
    auto found = findStack(wanted, workspace);
    if (!found) {
        return failure(found.error());
    }
    problem.stack = found->stack.name;
    return std::optional(std::move(found->stack));
}

void addStackOption(CLI::App& command, std::string& name)
{
    command
        .add_option("--stack", name,
                    "Framework that will train: a stack's name or file (.json), or none [libtorch, as measured]")
        ->type_name("NAME");
}

std::string stackText(const Stack& stack)
{
    std::string text = stack.name + ": as " + std::string(nameOf(stack.form)) + " trains, "
        + std::string(nameOf(stack.kind)) + " memory" + (stack.device.empty() ? "" : ", times of " + stack.device)
        + "; " + std::to_string(stack.rows.size()) + " runs of " + filesText(stack.rows) + ", calibrated "
        + stack.made_at + "\n";
    text += "\nMemory\n" + coefficientsText(stack.memory);
    if (stack.memory_evidence) {
        text += "\n" + evidenceText(*stack.memory_evidence);
    }
    text += eightBitText(stack) + leftOutText(stack, &StackRow::memory_skipped);
    if (stack.time.empty()) {
        return text + "\nTime: this form has no model of it\n";
    }
    text += "\nTime of a step\n" + coefficientsText(stack.time);
    if (stack.time_evidence) {
        text += "\n" + evidenceText(*stack.time_evidence);
    }
    return text + leftOutText(stack, &StackRow::time_skipped);
}

nlohmann::json reasonsJson(const std::vector<SkippedRuns>& skipped)
{
    auto list = nlohmann::json::array();
    for (const SkippedRuns& entry : skipped) {
        list.push_back({{"reason", entry.reason}, {"count", entry.count}});
    }
    return list;
}

}
