// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"
#include "app/cli/dryrunreport.h"
#include "app/cli/options.h"
#include "app/cli/progressline.h"
#include "app/cli/workerrun.h"
#include "core/base/english.h"
#include "core/dryrun/rankchoice.h"
#include "core/json/codec.h"
#include "core/session/scriptdryrun.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <system_error>

namespace stagecraft {

namespace {

struct DryRunOptions {
    DryRunChoice choice;
    bool verbose = false;
};

struct DryRunOutcome {
    std::vector<RankReport> reports;
    bool cancelled = false;
};

Result<DryRunRequest> requestOf(const DryRunOptions& options)
{
    DryRunChoice choice = options.choice;
    if (!choice.snapshot.empty()) {
        choice.snapshot = std::filesystem::absolute(choice.snapshot).string();
    }
    return dryRunRequest(choice);
}

Result<DryRunOutcome> runScript(const DryRunRequest& request, bool verbose, const Output& output,
                                const Interrupt& interrupt)
{
    DryRunOutcome outcome;
    ProgressLine progress;
    ScriptDryRun run(request);
    QObject::connect(&run, &ScriptDryRun::noted, [&](const Message& note) { output.note(describe(note)); });
    QObject::connect(&run, &ScriptDryRun::rankBegins, [&](int rank, int done, int total) {
        progress.show(done, total, "running rank " + std::to_string(rank), Seconds(-1));
    });
    QObject::connect(&run, &ScriptDryRun::wrote, [&](const QByteArray& text) {
        if (verbose) {
            progress.clear();
            std::fwrite(text.constData(), 1, static_cast<std::size_t>(text.size()), stderr);
        }
    });
    QObject::connect(&run, &ScriptDryRun::reported,
                     [&](const RankReport& report) { outcome.reports.push_back(report); });
    QObject::connect(&run, &ScriptDryRun::finished, [&](bool cancelled) { outcome.cancelled = cancelled; });
    if (const auto failed = runToEnd(run, interrupt)) {
        return failure(*failed);
    }
    std::sort(outcome.reports.begin(), outcome.reports.end(),
              [](const RankReport& a, const RankReport& b) { return a.rank < b.rank; });
    return outcome;
}

nlohmann::json documentOf(const DryRunRequest& request, const DryRunOutcome& outcome)
{
    nlohmann::json ranks = nlohmann::json::array();
    for (const RankReport& report : outcome.reports) {
        ranks.push_back(encodeJson(report));
    }
    return {{"device", encodeJson(request.device)},
            {"world", request.world},
            {"devices_per_node", request.devices_per_node},
            {"steps", request.steps},
            {"chosen_ranks", request.ranks},
            {"cancelled", outcome.cancelled},
            {"ranks", ranks}};
}

// Returns the failure if the run is incomplete or does not fit.
std::optional<Failure> failureOf(const DryRunRequest& request, const DryRunOutcome& outcome)
{
    if (outcome.cancelled) {
        return Failure::cancelled();
    }
    for (const RankReport& report : outcome.reports) {
        if (report.ended.how == ScriptEnd::Error) {
            return Failure::incomplete(scriptErrorText(report));
        }
        if (report.read_matters == true) {
            return Failure::incomplete(readMattersText(report));
        }
    }
    const bool nothing = std::all_of(outcome.reports.begin(), outcome.reports.end(), [](const RankReport& report) {
        return report.peak_allocated == Bytes(0) && !report.out_of_memory;
    });
    if (nothing && !outcome.reports.empty()) {
        return Failure::incomplete("the process of the script allocated nothing on the device. Processes that it "
                                   "starts are not observed, except "
                                   "with torch.multiprocessing.spawn and --world; start the training script itself");
    }
    for (const RankReport& report : outcome.reports) {
        if (report.ended.how == ScriptEnd::OutOfMemory) {
            return Failure::infeasible("rank " + std::to_string(report.rank) + " does not fit in the memory of "
                                       + request.device.name);
        }
    }
    return std::nullopt;
}

Result<ExitCode> runCommand(const DryRunOptions& options, const Output& output, const Interrupt& interrupt)
{
    const auto request = requestOf(options);
    if (!request) {
        return failure(request.error());
    }
    const auto outcome = runScript(*request, options.verbose, output, interrupt);
    if (!outcome) {
        return failure(outcome.error());
    }
    if (!outcome->reports.empty()) {
        output.print(dryRunText(*request, outcome->reports));
    }
    const nlohmann::json document = documentOf(*request, *outcome);
    if (const auto failed = failureOf(*request, *outcome)) {
        return output.fail(*failed, document);
    }
    std::error_code status;
    if (!request->snapshot.empty() && !std::filesystem::exists(request->snapshot, status)) {
        return output.fail(
            Failure::incomplete("the snapshot " + request->snapshot
                                + " could not be written; free some disk space or choose another folder"),
            document);
    }
    output.document(document);
    return ExitCode::Done;
}

}

void addDryRunCommand(CLI::App& app, Task& task)
{
    const auto options = std::make_shared<DryRunOptions>();
    CLI::App& command = *app.add_subcommand(
        "dryrun", "Run your training script without a GPU and report the GPU memory that each rank allocates");
    command.add_option("--device", options->choice.device, "NVIDIA GPU type, as in H100-80GB [H100-80GB]")
        ->type_name("TYPE");
    addCountOption(command, "--world", options->choice.world, mostDryWorld,
                   "World size: total number of ranks [from the launcher's options, else 1]");
    addCountOption(command, "--node", options->choice.devices_per_node, 64,
                   "GPUs per node [from the launcher's options, else 8]");
    command
        .add_option("--ranks", options->choice.ranks,
                    "Ranks to run, one at a time: first, last, numbers, or all "
                    "[first,last]")
        ->type_name("RANKS");
    addCountOption(command, "--steps", options->choice.steps, mostDrySteps, "Number of optimizer steps per rank [3]");
    command
        .add_option(
            "--read-as", options->choice.read_as,
            "Value of integers that the script reads from the device, such as a token count; a dry run computes "
            "none [0, and a second value as a check]")
        ->check(CLI::Range(0, mostReadNumber).description(""))
        ->type_name("N");
    command
        .add_option("--snapshot", options->choice.snapshot,
                    "Also write the memory snapshot of the first of these ranks, in the format of "
                    "torch.cuda.memory._dump_snapshot")
        ->type_name("FILE");
    command.add_flag("--verbose", options->verbose, "Show the output of the script on standard error");
    addJsonOption(command, task);
    command
        .add_option("command", options->choice.command,
                    "After --: python SCRIPT ..., or torchrun, deepspeed or accelerate launch with their options")
        ->required()
        ->type_name("-- COMMAND ...");
    command.footer(
        "The script runs unchanged in your Python, on a CUDA runtime that computes nothing: allocations are real, "
        "computed values are zero.");
    command.callback([options, &task] {
        task.files = [options] {
            CommandFiles files {{}, {{"--snapshot", options->choice.snapshot}}};
            addRead(files, "the command", options->choice.command);
            return files;
        };
        task.run = [options](const Output& output, const Interrupt& interrupt) {
            return runCommand(*options, output, interrupt);
        };
    });
}

}
