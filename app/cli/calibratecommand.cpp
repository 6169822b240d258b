// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"
#include "app/cli/options.h"
#include "app/cli/progressline.h"
#include "app/cli/runsoption.h"
#include "app/cli/stackreport.h"
#include "app/cli/typecalibration.h"
#include "core/base/files.h"
#include "core/cost/stacks/calibration.h"
#include "core/exchange/stackfile.h"
#include "core/hardware/catalogue.h"
#include "core/json/codec.h"

#include <nlohmann/json.hpp>

#include <QDateTime>

#include <cmath>
#include <memory>

namespace stagecraft {

namespace {

struct CalibrateOptions {
    RunsOption runs;
    std::string name;
    std::optional<StackForm> form;
    bool modes_from_speed = false;
    std::string output;
    WorkspaceFile workspace;
    TypeCalibrationOptions type;
};

// Empty if clusters can say this name.
std::string checkTypeName(const std::string& name)
{
    return isTypeName(name)
        ? ""
        : "\"" + name + "\" is no name: use letters, digits and . _ + -, and no number with an x in front";
}

// Empty if a stack may have this name: it becomes a word of the command line.
std::string checkName(const std::string& name)
{
    return isStackName(name) ? "" : "\"" + name + "\" is no name: use letters, digits, - _ and .";
}

// A name that comes along tells how the stack trains.
std::optional<StackForm> formOf(const CalibrateOptions& options)
{
    return options.form ? options.form : fromName<StackForm>(options.name);
}

nlohmann::json leftOut(const Stack& stack, std::string StackRow::*reason)
{
    std::vector<std::string> reasons;
    for (const StackRow& row : stack.rows) {
        reasons.push_back(row.*reason);
    }
    return reasonsJson(countReasons(reasons));
}

// Into the file, the workspace or both; tells where.
Result<std::string> keep(const Stack& stack, const CalibrateOptions& options)
{
    std::string kept;
    if (!options.output.empty()) {
        if (const auto written = writeFile(options.output, writeStack(stack)); !written) {
            return failure(written.error());
        }
        kept = "Written: " + options.output + "\n";
    }
    if (options.output.empty() || options.workspace.named()) {
        auto workspace = options.workspace.openForWriting();
        if (!workspace) {
            return failure(workspace.error());
        }
        if (const auto stored = workspace->keepStack(stack); !stored) {
            return failure(stored.error());
        }
        kept += "Kept in " + options.workspace.path() + " as " + stack.name + "\n";
    }
    return kept;
}

Result<ExitCode> runCommand(const CalibrateOptions& options, const Output& output, const Interrupt& interrupt)
{
    const auto runs = options.runs.read();
    if (!runs) {
        return failure(runs.error());
    }
    if (options.type.framework) {
        TypeCalibrationOptions type = options.type;
        type.output = options.output;
        return runTypeCalibration(*runs, type, output, interrupt.token());
    }
    const std::string now = QDateTime::currentDateTimeUtc().toString(Qt::ISODate).toStdString();
    ProgressLine progress;
    const auto stack = calibrate(
        *runs, {options.name, formOf(options), now, options.modes_from_speed}, interrupt.token(), [&](double share) {
            progress.show(std::lround(share * 100), 100, "Calibrating " + options.name, Seconds(-1));
        });
    progress.clear();
    if (!stack) {
        return failure(stack.error());
    }
    const auto kept = keep(*stack, options);
    if (!kept) {
        return failure(kept.error());
    }
    const bool in_workspace = options.output.empty() || options.workspace.named();
    output.document({{"stack", encodeJson(*stack)},
                     {"runs", runs->size()},
                     {"skipped_rows", skippedRowsJson(*runs)},
                     {"memory_skipped", leftOut(*stack, &StackRow::memory_skipped)},
                     {"time_skipped", leftOut(*stack, &StackRow::time_skipped)},
                     {"written", options.output.empty() ? nlohmann::json() : nlohmann::json(options.output)},
                     {"workspace", in_workspace ? nlohmann::json(options.workspace.path()) : nlohmann::json()}});
    const std::string chosen = formOf(options) ? ""
                                               : "The way that can use most of the runs was taken: as "
            + std::string(nameOf(stack->form)) + " trains; --base names another\n";
    output.print(chosen + stackText(*stack) + skippedRowsText(*runs) + "\n" + *kept);
    return ExitCode::Done;
}

}

void addCalibrateCommand(CLI::App& app, Task& task)
{
    const auto options = std::make_shared<CalibrateOptions>();
    CLI::App& command = *app.add_subcommand(
        "calibrate", "Learn from measured runs what only they tell: of a device type, or of a stack");
    options->runs.add(command);
    CLI::Option* framework =
        addEnumOption(command, "--framework", options->type.framework,
                      "Who trained: " + knownNames<Framework>() + ". Corrects a device type, which --output gets");
    CLI::Option* stack = command.add_option("--stack", options->name, "Name of the stack, instead of --framework")
                             ->check(checkName)
                             ->type_name("NAME");
    stack->excludes(framework);
    command.add_option("--type", options->type.type, "Device type of the runs [the one of most rows]")
        ->needs(framework)
        ->type_name("TYPE");
    command.add_option("--name", options->type.name, "Name of the corrected type")
        ->needs(framework)
        ->check(checkTypeName)
        ->type_name("NAME");
    addEnumOption(command, "--base", options->form,
                  "How it trains: " + knownNames<StackForm>()
                      + " [that of its name, else the one that can use most of the runs]");
    command.add_flag(
        "--modes-from-speed", options->modes_from_speed,
        "Tell by their speed which runs without a pipeline reduce-scatter, where their rows do not say it");
    command
        .add_option("-o,--output", options->output,
                    "File to write: the device type, or the stack [which is kept in the workspace]")
        ->type_name("FILE");
    options->workspace.add(command);
    addJsonOption(command, task);
    command.callback([options, &task] {
        task.files = [options] {
            CommandFiles files {{{"--workspace", options->workspace.path()}}, {{"--output", options->output}}};
            addRead(files, "RUNS", options->runs.files());
            return files;
        };
        if (!options->type.framework && options->name.empty()) {
            throw CLI::RequiredError("--framework or --stack");
        }
        if (options->type.framework && (options->type.name.empty() || options->output.empty())) {
            throw CLI::RequiredError("--name and --output, beside --framework");
        }
        task.run = [options](const Output& output, const Interrupt& interrupt) {
            return runCommand(*options, output, interrupt);
        };
    });
}

}
