// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"
#include "app/cli/options.h"
#include "app/cli/runsoption.h"
#include "app/cli/typecalibration.h"
#include "core/hardware/catalogue.h"

#include <memory>

namespace stagecraft {

namespace {

struct CalibrateOptions {
    RunsOption runs;
    TypeCalibrationOptions type;
};

// Error if clusters cannot name this type; otherwise empty.
std::string checkTypeName(const std::string& name)
{
    return isTypeName(name) ? ""
                            : "\"" + name
            + "\" is not a valid name: use letters, digits and . _ + -, and do not begin with a number and an x, as in "
              "8x";
}

Result<ExitCode> runCommand(const CalibrateOptions& options, const Output& output, const Interrupt& interrupt)
{
    const auto runs = options.runs.read();
    return runs ? runTypeCalibration(*runs, options.type, output, interrupt.token()) : failure(runs.error());
}

}

void addCalibrateCommand(CLI::App& app, Task& task)
{
    const auto options = std::make_shared<CalibrateOptions>();
    CLI::App& command = *app.add_subcommand("calibrate", "Calibrate a device type on measured runs");
    options->runs.add(command);
    addEnumOption(command, "--framework", options->type.framework,
                  "Framework that trained the runs: " + knownNames<Framework>()
                      + " [the one named in the rows, else the one that supports most runs]");
    command.add_option("--type", options->type.type, "Device type of the runs [the most frequent type]")
        ->type_name("TYPE");
    command.add_option("--name", options->type.name, "Name of the calibrated type")
        ->required()
        ->check(checkTypeName)
        ->type_name("NAME");
    command.add_option("-o,--output", options->type.output, "Write the calibrated type, as input for hardware add")
        ->required()
        ->type_name("FILE");
    addJsonOption(command, task);
    command.callback([options, &task] {
        task.files = [options] {
            CommandFiles files {{}, {{"--output", options->type.output}}};
            addRead(files, "RUNS", options->runs.files());
            return files;
        };
        task.run = [options](const Output& output, const Interrupt& interrupt) {
            return runCommand(*options, output, interrupt);
        };
    });
}

}
