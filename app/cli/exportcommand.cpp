// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"
#include "app/cli/options.h"
#include "core/base/files.h"
#include "core/exchange/planfile.h"

#include <nlohmann/json.hpp>

#include <memory>

namespace stagecraft {

namespace {

struct ExportOptions {
    std::string plan;
    std::optional<PlanFileFormat> format;
    std::string output;
};

Result<ExitCode> runCommand(const ExportOptions& options, const Output& output)
{
    const auto document = readPlanFile(options.plan);
    if (!document) {
        return failure(document.error());
    }
    const std::string text = writePlan(*document, *options.format);
    if (const auto written = writeFile(options.output, text); !written) {
        return failure(written.error());
    }
    output.document({{"written", options.output}, {"format", nameOf(*options.format)}});
    output.print("Written: " + options.output + "\n");
    return ExitCode::Done;
}

}

void addExportCommand(CLI::App& app, Task& task)
{
    const auto options = std::make_shared<ExportOptions>();
    CLI::App& command = *app.add_subcommand("export", "Write a plan in another format");
    command.add_option("PLAN", options->plan, "Plan file (.json, .yaml)")->required();
    addEnumOption(command, "--format", options->format, "Format: " + knownNames<PlanFileFormat>())->required();
    command.add_option("-o,--output", options->output, "File to write")->required()->type_name("FILE");
    addJsonOption(command, task);
    command.callback([options, &task] {
        task.run = [options](const Output& output, const Interrupt&) { return runCommand(*options, output); };
    });
}

}
