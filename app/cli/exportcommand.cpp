// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/options.h"
#include "core/base/english.h"
#include "core/base/files.h"
#include "core/exchange/launcher.h"
#include "core/exchange/planfile.h"

#include <nlohmann/json.hpp>

#include <memory>

namespace stagecraft {

namespace {

enum class ExportFormat { Json, Yaml, Megatron, DeepSpeed, Torchtitan };

}

template <>
inline constexpr auto enumNames<ExportFormat> = std::array {
    std::pair {ExportFormat::Json, nameOf(PlanFileFormat::Json)},
    std::pair {ExportFormat::Yaml, nameOf(PlanFileFormat::Yaml)},
    std::pair {ExportFormat::Megatron, nameOf(Target::Megatron)},
    std::pair {ExportFormat::DeepSpeed, nameOf(Target::DeepSpeed)},
    std::pair {ExportFormat::Torchtitan, nameOf(Target::Torchtitan)},
};

namespace {

struct ExportOptions {
    std::string plan;
    std::optional<ExportFormat> format;
    std::string output;
};

Result<LauncherSettings> exported(const PlanDocument& document, ExportFormat format)
{
    const std::string_view name = nameOf(format);
    if (const auto plan = fromName<PlanFileFormat>(name)) {
        return LauncherSettings {writePlan(document, *plan), {}};
    }
    return launcherSettings(document, *fromName<Target>(name));
}

Result<ExitCode> runCommand(const ExportOptions& options, const Output& output)
{
    const auto document = readPlanFile(options.plan, interruptToken());
    if (!document) {
        return failure(document.error());
    }
    const auto settings = exported(*document, *options.format);
    if (!settings) {
        return failure(settings.error());
    }
    if (const auto written = writeFile(options.output, settings->text); !written) {
        return failure(written.error());
    }
    std::vector<std::string> notes;
    for (const Message& note : settings->not_expressed) {
        notes.push_back(describe(note));
    }
    output.document({{"written", options.output}, {"format", nameOf(*options.format)}, {"not_expressed", notes}});
    output.print("Written: " + options.output + "\n");
    for (const std::string& note : notes) {
        output.note("not expressed in the exported settings: " + note);
    }
    return ExitCode::Done;
}

}

void addExportCommand(CLI::App& app, Task& task)
{
    const auto options = std::make_shared<ExportOptions>();
    CLI::App& command =
        *app.add_subcommand("export", "Write a plan in another format, or as settings of the framework that runs it");
    command.add_option("PLAN", options->plan, "Plan file (.json, .yaml)")->required();
    addEnumOption(command, "--format", options->format, "Output format: " + knownNames<ExportFormat>())->required();
    command.add_option("-o,--output", options->output, "Output file")->required()->type_name("FILE");
    addJsonOption(command, task);
    command.callback([options, &task] {
        task.files = [options] { return CommandFiles {{{"PLAN", options->plan}}, {{"--output", options->output}}}; };
        task.run = [options](const Output& output, const Interrupt&) { return runCommand(*options, output); };
    });
}

}
