// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"
#include "app/cli/options.h"
#include "app/cli/stackreport.h"
#include "app/cli/texttable.h"
#include "core/json/codec.h"

#include <nlohmann/json.hpp>

#include <memory>

namespace stagecraft {

namespace {

const ErrorFigures* figuresOf(const std::optional<StackEvidence>& evidence)
{
    return evidence ? &evidence->cross_validated : nullptr;
}

std::string errorText(const std::optional<StackEvidence>& evidence)
{
    const ErrorFigures* figures = figuresOf(evidence);
    return figures == nullptr ? "" : percent(figures->median_error) + " (" + std::to_string(figures->count) + " runs)";
}

nlohmann::json figuresJson(const std::optional<StackEvidence>& evidence)
{
    const ErrorFigures* figures = figuresOf(evidence);
    if (figures == nullptr) {
        return {};
    }
    auto json = encodeJson(*figures);
    json["band_runs"] = evidence->bandRuns();
    json["band_share"] = evidence->bandShare();
    return json;
}

// What the stack's file does not tell in so many words: of how many runs the bounds are, and what that many can hold.
void addBand(nlohmann::json& json, const char* name, const std::optional<StackEvidence>& evidence)
{
    if (evidence) {
        json[name]["band"]["runs"] = evidence->bandRuns();
        json[name]["band"]["share"] = evidence->bandShare();
    }
}

Result<ExitCode> list(const WorkspaceFile& workspace, const Output& output)
{
    const auto known = knownStacks(workspace);
    if (!known) {
        return failure(known.error());
    }
    auto stacks = nlohmann::json::array();
    TextTable table({{"stack"},
                     {"from"},
                     {"trains as"},
                     {"memory"},
                     {"median error", Align::Right},
                     {"times of"},
                     {"median error of times", Align::Right},
                     {"runs of"}});
    for (const auto& [stack, origin] : *known) {
        const std::string files = filesText(stack.rows);
        stacks.push_back({{"name", stack.name},
                          {"origin", origin},
                          {"form", nameOf(stack.form)},
                          {"memory_kind", nameOf(stack.kind)},
                          {"device", stack.device},
                          {"runs", stack.rows.size()},
                          {"files", files},
                          {"memory", figuresJson(stack.memory_evidence)},
                          {"time", figuresJson(stack.time_evidence)}});
        table.add({stack.name, origin, std::string(nameOf(stack.form)), std::string(nameOf(stack.kind)),
                   errorText(stack.memory_evidence), stack.device, errorText(stack.time_evidence), files});
    }
    output.document({{"stacks", stacks}});
    output.print(table.text() + "Errors are cross-validated: each run is predicted by a fit without it.\n");
    return ExitCode::Done;
}

Result<ExitCode> show(const std::string& name, const WorkspaceFile& workspace, const Output& output)
{
    const auto found = findStack(name, workspace);
    if (!found) {
        return failure(found.error());
    }
    auto json = encodeJson(found->stack);
    json["origin"] = found->origin;
    addBand(json, "memory_evidence", found->stack.memory_evidence);
    addBand(json, "time_evidence", found->stack.time_evidence);
    output.document(json);
    output.print(stackText(found->stack));
    return ExitCode::Done;
}

}

void addStacksCommand(CLI::App& app, Task& task)
{
    struct Options {
        std::string name;
        WorkspaceFile workspace;
    };
    CLI::App& command =
        *app.add_subcommand("stacks", "Training stacks with their corrections and the runs behind them");
    command.require_subcommand(1);
    const auto listed = std::make_shared<Options>();
    CLI::App& all = *command.add_subcommand("list", "The stacks that come along and those of the workspace");
    listed->workspace.add(all);
    addJsonOption(all, task);
    all.callback([listed, &task] {
        task.run = [listed](const Output& output, const Interrupt&) { return list(listed->workspace, output); };
    });

    const auto shown = std::make_shared<Options>();
    CLI::App& one = *command.add_subcommand("show", "A stack's coefficients, where they come from, and its errors");
    one.add_option("NAME", shown->name, "Stack, or a stack's file (.json)")->required();
    shown->workspace.add(one);
    addJsonOption(one, task);
    one.callback([shown, &task] {
        task.run = [shown](const Output& output, const Interrupt&) {
            return show(shown->name, shown->workspace, output);
        };
    });
}

}
