// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"
#include "core/base/english.h"
#include "core/session/userhardware.h"
#include "core/session/useroffers.h"

#include <CLI/CLI.hpp>

#include <QCoreApplication>

#include <algorithm>
#include <clocale>
#include <csignal>
#include <string>
#include <vector>

namespace stagecraft {

namespace {

constexpr const char* description =
    "Stagecraft measures a model layer by layer and plans its training over many devices.\n"
    "Exit codes: 0 done, 1 failed, 2 invalid usage or input, or not possible on this machine, 3 no plan fits,\n"
    "130 canceled.";

// Runs the task and reports exceptions. `user_defined`: result of useUserHardware(), whose types options may name.
ExitCode runSafely(const Task& task, const Output& output, const Result<void>& user_defined)
{
    if (!user_defined) {
        output.note(describe(user_defined.error())
                    + ". User-defined device types are not loaded; repair or move the file");
    }
    if (const auto user_defined = useUserOffers(); !user_defined) {
        output.note(describe(user_defined.error()) + ". User-defined offers are not loaded; repair or move the file");
    }
    if (task.files) {
        if (const auto safe = requireSafeOutputs(task.files()); !safe) {
            return output.fail(safe.error());
        }
    }
    const Interrupt interrupt;
    const auto result = task.run(output, interrupt);
    return result ? *result : output.fail(result.error());
}

int runTask(const Task& task, const Result<void>& user_defined)
{
    const Output output(task.json);
    try {
        const ExitCode code = runSafely(task, output, user_defined);
        if (output.lost()) {
            output.note(
                "the output is incomplete: writing to standard output failed. Check the free space of its disk");
        }
        return static_cast<int>(output.lost() && code == ExitCode::Done ? ExitCode::Failed : code);
    } catch (const std::exception& exception) {
        return static_cast<int>(output.fail(Failure::unexpected(exception)));
    }
}

// The innermost recognized command.
const CLI::App& innermost(const CLI::App& app)
{
    const auto chosen = app.get_subcommands();
    return chosen.empty() ? app : innermost(*chosen.front());
}

// "stagecraft-cli plan".
std::string commandName(const CLI::App& app)
{
    const auto chosen = app.get_subcommands();
    return chosen.empty() ? app.get_name() : app.get_name() + " " + commandName(*chosen.front());
}

// Finds "--option=", for which the parser would use the next argument as the value. Empty if there is none.
std::string optionWithoutValue(const std::vector<std::string>& arguments)
{
    for (const std::string& argument : arguments) {
        if (argument == "--") {
            break;
        }
        if (argument.starts_with("--") && argument.find('=') == argument.size() - 1) {
            return argument.substr(0, argument.size() - 1);
        }
    }
    return {};
}

// Finds an option with an empty argument, such as an unset variable of a script; CLI11 would treat it as not given.
std::string emptyOption(const CLI::App& command)
{
    for (const CLI::Option* option : command.get_options()) {
        const auto& values = option->results();
        if (std::find(values.begin(), values.end(), std::string()) != values.end()) {
            return option->get_name();
        }
    }
    return {};
}

// Finds an option whose value is another option ("-o --json"). A file of that name is written "./--json".
std::string swallowedOption(const CLI::App& command)
{
    for (const CLI::Option* option : command.get_options()) {
        for (const std::string& value : option->results()) {
            if (option->nonpositional() && value.starts_with("--")) {
                return option->get_name() + " needs a value, but " + value + " is an option";
            }
        }
    }
    return {};
}

// Rejects "--json=...", because --json has no value.
void requireBareJson(const std::vector<std::string>& arguments)
{
    if (std::any_of(arguments.begin(), arguments.end(),
                    [](const std::string& argument) { return argument.starts_with("--json="); })) {
        throw CLI::ArgumentMismatch("--json takes no value");
    }
}

// Finds "-o=FILE", for which the parser would use "=FILE" as the value.
std::string shortWithEquals(const std::vector<std::string>& arguments)
{
    for (const std::string& argument : arguments) {
        if (argument == "--") {
            break;
        }
        if (argument.size() >= 3 && argument[0] == '-' && argument[1] != '-' && argument[2] == '=') {
            return argument.substr(0, 2);
        }
    }
    return {};
}

// Message of a parse error. An unknown option takes precedence over a missing one, which may be the same option
// misspelled.
std::string wordsOf(const CLI::ParseError& error, const CLI::App& command)
{
    const auto unknown = command.remaining();
    if (dynamic_cast<const CLI::RequiredError*>(&error) == nullptr || unknown.empty()) {
        return error.what();
    }
    return std::string("there is no option \"") + unknown.front() + "\"; " + error.what();
}

void requireNoEquals(const std::string& option)
{
    if (!option.empty()) {
        throw CLI::ArgumentMismatch(option + " takes its value without \"=\", as in " + option + " VALUE");
    }
}

// Requires the first words to name a command and, if it has subcommands, one of these.
void requireKnownCommand(const CLI::App& app, const std::vector<std::string>& arguments)
{
    const CLI::App* command = &app;
    for (const std::string& argument : arguments) {
        const auto below = command->get_subcommands(nullptr);
        if (below.empty() || argument.starts_with("-")) {
            return;
        }
        std::string possible;
        const CLI::App* named = nullptr;
        for (const CLI::App* each : below) {
            possible += (possible.empty() ? "" : ", ") + each->get_name();
            named = each->get_name() == argument ? each : named;
        }
        if (named == nullptr) {
            throw CLI::ArgumentMismatch("there is no command \"" + argument + "\"; possible: " + possible);
        }
        command = named;
    }
}

void requireValue(const std::string& option)
{
    if (!option.empty()) {
        throw CLI::ArgumentMismatch(option + " has an empty value; write a value after it, or omit " + option);
    }
}

void addCommands(CLI::App& app, Task& task)
{
    app.set_version_flag("--version", std::string("stagecraft-cli " STAGECRAFT_VERSION));
    app.require_subcommand(1);
    app.get_formatter()->column_width(34);
    for (const auto add : {addProfileCommand, addProbeCommand, addDryRunCommand, addDescribeCommand, addEstimateCommand,
                           addPlanCommand, addSizeCommand, addCompareCommand, addExportCommand, addCalibrateCommand,
                           addValidateCommand, addWorkspaceCommand, addModelsCommand, addHardwareCommand}) {
        add(app, task);
    }
}

int runCommandLine(int argc, char** argv)
{
    char** const begin = argv + std::min(argc, 1);
    // Arguments after "--" belong to another program.
    const std::vector<std::string> arguments(begin, std::find(begin, argv + argc, std::string("--")));
    // A parse error may occur before --json is parsed.
    const Output early(std::any_of(arguments.begin(), arguments.end(), [](const std::string& argument) {
        return argument == "--json" || argument.starts_with("--json=");
    }));
    Task task;
    try {
        const auto user_defined = useUserHardware();
        CLI::App app(description, "stagecraft-cli");
        addCommands(app, task);
        try {
            requireKnownCommand(app, arguments);
            requireBareJson(arguments);
            requireValue(optionWithoutValue(arguments));
            requireNoEquals(shortWithEquals(arguments));
            app.parse(argc, argv);
            requireValue(emptyOption(innermost(app)));
            if (const std::string swallowed = swallowedOption(innermost(app)); !swallowed.empty()) {
                throw CLI::ArgumentMismatch(swallowed);
            }
        } catch (const CLI::ParseError& error) {
            if (error.get_exit_code() == 0) {
                return app.exit(error); // prints help or version
            }
            return static_cast<int>(early.fail(Failure::usage(wordsOf(error, innermost(app)), commandName(app))));
        }
        return runTask(task, user_defined);
    } catch (const std::exception& exception) {
        return static_cast<int>(early.fail(Failure::unexpected(exception)));
    }
}

}

}

int main(int argc, char** argv)
{
    std::signal(SIGXFSZ, SIG_IGN); // reports a file size limit as an error instead of a crash
    // Without a UTF-8 locale Qt prints a warning and chooses one, so set it first.
    if (!stagecraft::Output::terminalTakesUtf8()) {
        qputenv("LC_ALL", "C.UTF-8");
    }
    const QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("stagecraft"));
    std::setlocale(LC_NUMERIC, "C"); // Qt sets the user's locale; numbers are printed the same everywhere
    return stagecraft::runCommandLine(argc, argv);
}
