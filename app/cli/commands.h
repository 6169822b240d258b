// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/commandfiles.h"
#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "core/base/result.h"

#include <functional>

namespace CLI {
class App;
}

namespace stagecraft {

// The requested command, set while the command line is parsed.
struct Task {
    bool json = false;
    std::function<CommandFiles()> files; // files of a command that writes files; checked before it runs
    std::function<Result<ExitCode>(const Output&, const Interrupt&)> run; // returns Done, or the code of output.fail()
};

// Each function adds a command with its options to `app`; parsing the command sets task.run. `app` and `task` must
// outlive the parsing.
void addProfileCommand(CLI::App& app, Task& task);
void addProbeCommand(CLI::App& app, Task& task);
void addEstimateCommand(CLI::App& app, Task& task);
void addPlanCommand(CLI::App& app, Task& task);
void addSizeCommand(CLI::App& app, Task& task);
void addExportCommand(CLI::App& app, Task& task);
void addWorkspaceCommand(CLI::App& app, Task& task);
void addModelsCommand(CLI::App& app, Task& task);
void addCompareCommand(CLI::App& app, Task& task);
void addHardwareCommand(CLI::App& app, Task& task);
void addCalibrateCommand(CLI::App& app, Task& task);
void addValidateCommand(CLI::App& app, Task& task);
void addDryRunCommand(CLI::App& app, Task& task);
void addDescribeCommand(CLI::App& app, Task& task);

}
