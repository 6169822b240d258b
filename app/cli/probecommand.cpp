// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"
#include "app/cli/options.h"
#include "app/cli/probereport.h"
#include "app/cli/progressline.h"
#include "app/cli/workerrun.h"
#include "app/cli/workspacefile.h"
#include "core/base/english.h"
#include "core/base/format.h"
#include "core/base/identity.h"
#include "core/json/codec.h"

#include <nlohmann/json.hpp>

#include <memory>

namespace stagecraft {

namespace {

struct ProbeOptions {
    WorkspaceFile workspace;
    DeviceOption device;
    std::optional<Seconds> budget;
    std::string write_request;
};

struct ProbeOutcome {
    std::string job;
    std::optional<DeviceProbe> probe; // empty if canceled
};

ProbeRequest requestOf(const ProbeOptions& options)
{
    ProbeRequest request;
    request.device = options.device.choice;
    request.budget = options.budget.value_or(request.budget);
    return request;
}

// Runs the worker in the application's event loop and stores the probe in the workspace.
Result<ProbeOutcome> runProbe(const ProbeRequest& request, Workspace& workspace, const Interrupt& interrupt)
{
    ProbeOutcome outcome;
    std::optional<Error> error;
    ProgressLine progress;
    ProfileJob job(request);
    outcome.job = job.id().toStdString();
    QObject::connect(&job, &ProfileJob::progressed,
                     [&](const QString&, const Message& subject, const Message&, int done, int total) {
                         progress.show(done, total, "probing " + describe(subject), job.remaining());
                     });
    QObject::connect(&job, &ProfileJob::probed, [&](const DeviceProbe& probe) {
        outcome.probe = probe;
        if (auto added = workspace.addProbe(probe); !added) {
            error = added.error();
        }
    });
    const auto failed = runToEnd(job, interrupt);
    if (error || failed) {
        return failure(error ? *error : *failed);
    }
    return outcome;
}

Result<ExitCode> writeRequest(const ProbeRequest& request, const ProbeOptions& options, const Output& output)
{
    const WorkerRequest file {newUuid(), {}, {}, request};
    if (const auto written = writeWorkerRequest(file, options.write_request, options.workspace.path(), output);
        !written) {
        return failure(written.error());
    }
    output.document({{"request", options.write_request}, {"job", file.job}});
    return ExitCode::Done;
}

Result<ExitCode> runCommand(const ProbeOptions& options, const Output& output, const Interrupt& interrupt)
{
    const ProbeRequest request = requestOf(options);
    if (const auto valid = validate(request); !valid) {
        return failure(valid.error());
    }
    if (!options.write_request.empty()) {
        return writeRequest(request, options, output);
    }
    auto workspace = options.workspace.openForWriting();
    if (!workspace) {
        return failure(workspace.error());
    }
    const auto outcome = runProbe(request, *workspace, interrupt);
    if (!outcome) {
        return failure(outcome.error());
    }
    const bool done = outcome->probe.has_value();
    const nlohmann::json document {{"workspace", options.workspace.path()},
                                   {"job", outcome->job},
                                   {"cancelled", !done},
                                   {"probe", done ? encodeJson(*outcome->probe) : nlohmann::json()}};
    if (!done) {
        output.note("the workspace is unchanged");
        return output.fail(Failure::cancelled(), document);
    }
    output.document(document);
    output.print(probeText(*outcome->probe) + "\nStored in the workspace " + options.workspace.path() + " ("
                 + formatSeconds(outcome->probe->taken) + ")\n");
    return ExitCode::Done;
}

}

void addProbeCommand(CLI::App& app, Task& task)
{
    const auto options = std::make_shared<ProbeOptions>();
    CLI::App& command = *app.add_subcommand("probe", "Measure the rates of a device and store them in a workspace");
    options->device.add(command, "Device to probe");
    options->workspace.add(command);
    addDurationOption(command, "--budget", options->budget, "Approximate time limit of the probe, as in 10s [15s]");
    command
        .add_option("--write-request", options->write_request,
                    "Write the request for stagecraft-worker to a file instead of probing")
        ->type_name("FILE");
    addJsonOption(command, task);
    command.callback([options, &task] {
        task.files = [options] {
            return CommandFiles {{{"--workspace", options->workspace.path()}},
                                 {{"--write-request", options->write_request}}};
        };
        task.run = [options](const Output& output, const Interrupt& interrupt) {
            return runCommand(*options, output, interrupt);
        };
    });
}

}
