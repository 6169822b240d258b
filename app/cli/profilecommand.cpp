// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"
#include "app/cli/modeloption.h"
#include "app/cli/options.h"
#include "app/cli/profilereport.h"
#include "app/cli/workerrun.h"
#include "app/cli/workspacefile.h"
#include "core/base/identity.h"
#include "core/exchange/defaultproblem.h"
#include "core/measuring/plan.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <memory>

namespace stagecraft {

namespace {

struct ProfileOptions {
    ModelOption model;
    WorkspaceFile workspace;
    DeviceOption device;
    std::vector<std::int64_t> micro_batches; // empty: the sizes that predictions need
    std::vector<std::int64_t> sequences;
    WorkloadOptions workload;
    std::optional<Seconds> budget;
    std::vector<int> tensor;
    std::vector<int> expert;
    bool sequence_parallel = false;
    bool recompute = false;
    bool checks = false;
    double tolerance = 0;
    bool retry = false;
    std::string write_request;
};

Result<ProfileRequest> requestOf(const ProfileOptions& options, const Interrupt& interrupt)
{
    auto model = options.model.read(&options.workspace, interrupt);
    if (!model) {
        return failure(model.error());
    }
    ProfileRequest request;
    request.workload = options.workload.appliedTo(defaultWorkload(*model));
    request.sequences = options.sequences.empty() ? std::vector {request.workload.sequence} : options.sequences;
    request.workload.sequence = request.sequences.front();
    request.device = options.device.choice;
    const bool usual = options.micro_batches.empty();
    request.micro_batches = usual ? usualMicroBatches(request.device) : options.micro_batches;
    // Two points determine how a layer scales, unless it runs other operations at the first point.
    request.until_same_structure = usual && !request.device.dry;
    request.budget = options.budget;
    if (options.sequence_parallel
        && std::none_of(options.tensor.begin(), options.tensor.end(), [](int degree) { return degree > 1; })) {
        return failure(ErrorCode::OptionUnsupported,
                       {std::string("--sequence-parallel"), std::string("given without tensor parallelism"),
                        std::string("with --tensor 2 or more")});
    }
    request.shardings = shardingsOf(options.tensor, options.expert, options.sequence_parallel);
    request.recompute = options.recompute;
    request.checks = options.checks;
    request.tolerance = options.tolerance;
    request.trust = options.model.isTrusted();
    request.model = std::move(*model);
    // The problem of the workspace determines the points to measure first.
    if (auto session_problem = options.workspace.sessionProblem();
        session_problem && session_problem->model.layers == request.model.layers) {
        request.workload.global_batch = session_problem->workload.global_batch;
        request.target = {std::move(session_problem->cluster), std::move(session_problem->constraints)};
    }
    if (const auto valid = validate(request); !valid) {
        return failure(valid.error());
    }
    return request;
}

// Stores the description of a TorchScript model, so that later commands need not load the file.
Result<void> keepDescription(const ProfileRequest& request, Workspace& workspace)
{
    return scriptOf(request.model) ? workspace.keepDescription(request.model) : Result<void>();
}

// Writes the request for a worker that is started manually, possibly on another machine.
Result<ExitCode> writeRequest(const ProfileRequest& request, const ProfileOptions& options, const Output& output)
{
    // A missing workspace is created later, by the import of the answers.
    std::error_code status;
    const bool isNew = !std::filesystem::exists(options.workspace.path(), status);
    auto known = isNew ? std::vector<Measurement> {} : options.workspace.measurements();
    if (!known) {
        return failure(known.error());
    }
    if (scriptOf(request.model)) {
        auto workspace = options.workspace.openForWriting();
        if (!workspace) {
            return failure(workspace.error());
        }
        if (const auto kept = keepDescription(request, *workspace); !kept) {
            return failure(kept.error());
        }
    }
    const WorkerRequest file {newUuid(), request, options.retry ? successesOf(std::move(*known)) : std::move(*known)};
    if (const auto written = writeWorkerRequest(file, options.write_request, options.workspace.path(), output);
        !written) {
        return failure(written.error());
    }
    output.document({{"request", options.write_request}, {"job", file.job}, {"points", pointsOf(request).size()}});
    return ExitCode::Done;
}

bool fitsNothing(const ProfileOutcome& outcome)
{
    const auto all = [](const std::vector<Measurement>& measurements) {
        return std::all_of(measurements.begin(), measurements.end(),
                           [](const Measurement& m) { return m.status == MeasurementStatus::OutOfMemory; });
    };
    return all(outcome.measured) && all(outcome.reused) && !(outcome.measured.empty() && outcome.reused.empty());
}

// Returns the failure if the profile is incomplete. Prints its notes after the report.
std::optional<Failure> failureOf(const ProfileRequest& request, const ProfileOutcome& outcome, std::size_t needed,
                                 const Output& output)
{
    const auto failures = failureTexts(request, outcome);
    for (const std::string& text : failures) {
        output.note(text);
    }
    if (outcome.summary.cancelled) {
        output.note("finished measurements are stored in the workspace; run the same command again to continue");
        return Failure::cancelled();
    }
    if (fitsNothing(outcome)) {
        return Failure::incomplete("no layer fits on this device at these sizes; use another device, or a "
                                   "smaller micro-batch size or sequence");
    }
    if (failures.empty()) {
        return std::nullopt;
    }
    return Failure::incomplete(std::to_string(failures.size()) + " of " + std::to_string(needed)
                               + " measurements failed; the others are stored in the workspace");
}

Result<ExitCode> runCommand(const ProfileOptions& options, const Output& output, const Interrupt& interrupt)
{
    const auto request = requestOf(options, interrupt);
    if (!request) {
        return failure(request.error());
    }
    if (!options.write_request.empty()) {
        return writeRequest(*request, options, output);
    }
    auto workspace = options.workspace.openForWriting();
    if (!workspace) {
        return failure(workspace.error());
    }
    if (const auto kept = keepDescription(*request, *workspace); !kept) {
        return failure(kept.error());
    }
    const auto outcome = runProfile(*request, *workspace, options.retry, interrupt);
    if (!outcome) {
        return failure(outcome.error());
    }
    const auto needed = neededPoints(*request, *outcome);
    output.print(profileText(*request, *outcome, needed, options.workspace.path()));
    const auto document = profileDocument(*outcome, needed, options.workspace.path());
    if (const auto failed = failureOf(*request, *outcome, needed.size(), output)) {
        return output.fail(*failed, document);
    }
    output.document(document);
    return ExitCode::Done;
}

}

void addProfileCommand(CLI::App& app, Task& task)
{
    const auto options = std::make_shared<ProfileOptions>();
    CLI::App& command =
        *app.add_subcommand("profile", "Measure a model layer by layer and store the measurements in a workspace");
    options->model.add(command, "Hugging Face config.json, zoo:NAME, or a TorchScript file (.pt)")->required();
    options->workspace.add(command);
    options->device.add(command, "Device to measure on");
    addListOption(
        command, "--micro-batch", options->micro_batches,
        "Micro-batch sizes [1,2, and 4 if a layer runs different operations at 1 and 2; in a dry run 1,2,3,4,8]");
    addListOption(command, "--sequence", options->sequences,
                  "Sequence lengths in tokens, or image sides in pixels [the model's, at most 8192 tokens]");
    options->workload.add(command, false);
    addDurationOption(command, "--budget", options->budget,
                      "Time after which no new measurement begins, as in 60s or 5min");
    addListOption(command, "--tensor", options->tensor,
                  "Tensor-parallel sizes: also measure the shard of one rank of each layer");
    addListOption(command, "--expert", options->expert, "Expert-parallel sizes: also measure the shard of one rank");
    command.add_flag("--sequence-parallel", options->sequence_parallel, "Measure shards with sequence parallelism");
    command.add_flag("--recompute", options->recompute, "Also measure layers with activation recomputation");
    command.add_flag("--checks", options->checks,
                     "Also measure neighboring layers together, and two micro-batches in flight, to check additivity");
    command.add_flag("--retry", options->retry, "Retry measurements that ran out of memory before");
    command
        .add_option("--tolerance", options->tolerance,
                    "Skip larger micro-batch sizes once a measurement is within this ratio of its linear prediction, "
                    "as in 0.05 "
                    "[0: measure all]")
        ->check(numberBetween(0, 1))
        ->type_name("RATIO");
    command
        .add_option("--write-request", options->write_request,
                    "Write the request for stagecraft-worker to a file instead of measuring")
        ->type_name("FILE");
    addJsonOption(command, task);
    command.callback([options, &task] {
        task.files = [options] {
            return CommandFiles {{{"MODEL", options->model.source()}, {"--workspace", options->workspace.path()}},
                                 {{"--write-request", options->write_request}}};
        };
        task.run = [options](const Output& output, const Interrupt& interrupt) {
            return runCommand(*options, output, interrupt);
        };
    });
}

}
