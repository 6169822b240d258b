// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"
#include "core/session/ownhardware.h"
#include "core/session/ownoffers.h"

#include <CLI/CLI.hpp>

#include <QCoreApplication>

#include <algorithm>
#include <clocale>
#include <string_view>

namespace stagecraft {

namespace {

constexpr const char* description =
    "Stagecraft measures a model layer by layer and plans its training over many devices.\n"
    "Exit codes: 0 done, 1 failed, 2 bad usage or input, 3 no plan fits, 130 cancelled.";

int runTask(const Task& task)
{
    const Output output(task.json);
    try {
        if (const auto own = useOwnHardware(); !own) {
            output.note(describe(own.error())
                        + ". Your own device types are left out; repair the file or move it away");
        }
        if (const auto own = useOwnOffers(); !own) {
            output.note(describe(own.error()) + ". Your own offers are left out; repair the file or move it away");
        }
        const Interrupt interrupt;
        const auto result = task.run(output, interrupt);
        const ExitCode code = result ? *result : output.fail(result.error());
        if (output.lost()) {
            output.note("standard output did not take everything; check the disk that it goes to");
        }
        return static_cast<int>(output.lost() && code == ExitCode::Done ? ExitCode::Failed : code);
    } catch (const std::exception& exception) {
        output.note(std::string("unexpected: ") + exception.what());
        return static_cast<int>(ExitCode::Failed);
    }
}

// The command as far as it was understood: "stagecraft-cli plan".
std::string commandName(const CLI::App& app)
{
    std::string name = app.get_name();
    const auto chosen = app.get_subcommands();
    return chosen.empty() ? name : name + " " + commandName(*chosen.front());
}

int runCommandLine(int argc, char** argv)
{
    CLI::App app(description, "stagecraft-cli");
    app.set_version_flag("--version", std::string("stagecraft-cli " STAGECRAFT_VERSION));
    app.require_subcommand(1);
    app.get_formatter()->column_width(34);
    Task task;
    for (const auto add : {addProfileCommand, addProbeCommand, addEstimateCommand, addPlanCommand, addSizeCommand,
                           addCompareCommand, addExportCommand, addCalibrateCommand, addValidateCommand,
                           addWorkspaceCommand, addModelsCommand, addHardwareCommand, addStacksCommand}) {
        add(app, task);
    }
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) {
            return app.exit(error); // help or version
        }
        // What failed may stand before --json.
        const bool json =
            std::any_of(argv + 1, argv + argc, [](std::string_view argument) { return argument == "--json"; });
        return static_cast<int>(Output(json).failUsage(error.what(), commandName(app)));
    }
    return runTask(task);
}

}

}

int main(int argc, char** argv)
{
    // Without a UTF-8 locale Qt chooses one and says so on standard error: choose it first.
    if (!stagecraft::Output::terminalTakesUtf8()) {
        qputenv("LC_ALL", "C.UTF-8");
    }
    const QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("stagecraft"));
    std::setlocale(LC_NUMERIC, "C"); // Qt takes the user's; our numbers are the same everywhere
    return stagecraft::runCommandLine(argc, argv);
}
