// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/options.h"
#include "app/cli/planreport.h"
#include "app/cli/probereport.h"
#include "app/cli/snapshotimport.h"
#include "app/cli/texttable.h"
#include "app/cli/workspacefile.h"
#include "core/base/english.h"
#include "core/base/files.h"
#include "core/base/format.h"
#include "core/exchange/workspaceimport.h"
#include "core/json/codec.h"
#include "core/json/tracecodec.h"
#include "core/session/datafolder.h"
#include "core/snapshot/snapshotreader.h"
#include "core/store/fileheader.h"

#include <nlohmann/json.hpp>

#include <QDir>

#include <algorithm>
#include <memory>

namespace stagecraft {

namespace {

constexpr Bytes importLimit(std::int64_t(1) << 30);

nlohmann::json summaryJson(const MeasurementSummary& summary)
{
    return {{"device", encodeJson(summary.device)},   {"done", summary.done},
            {"out_of_memory", summary.out_of_memory}, {"failed", summary.failed},
            {"first_at", summary.first_at},           {"last_at", summary.last_at}};
}

// Reports a damaged problem; the measurements are shown without it.
void noteDamage(const Error& damage, const Output& output)
{
    output.note("the problem of the workspace is skipped: " + describe(damage));
}

// Lists the workspaces of the data folder.
Result<ExitCode> list(const Output& output)
{
    auto json = nlohmann::json::array();
    TextTable table({{"workspace"}, {"problem"}, {"measurements", Align::Right}});
    for (const QFileInfo& file :
         QDir(dataFolder()).entryInfoList({QStringLiteral("*.stagecraft")}, QDir::Files, QDir::Name)) {
        const std::string path = file.absoluteFilePath().toStdString();
        const auto workspace = openForReading(path);
        if (!workspace) {
            output.note(describe(workspace.error()));
            continue;
        }
        const auto summary = workspace->summary();
        if (!summary) {
            output.note(describe(summary.error()));
            continue;
        }
        const auto problem = workspace->problem();
        if (!problem) {
            noteDamage(problem.error(), output);
        }
        std::int64_t count = 0;
        for (const MeasurementSummary& device : *summary) {
            count += device.done;
        }
        const std::string problem_text = problem && *problem ? problemText(**problem) : "";
        json.push_back({{"path", path}, {"question", problem_text}, {"measurements", count}});
        table.add({path, problem_text, std::to_string(count)});
    }
    output.document({{"folder", dataFolder().toStdString()}, {"workspaces", json}});
    output.print(json.empty() ? "No workspaces in " + dataFolder().toStdString() + "\n" : table.text());
    return ExitCode::Done;
}

std::string softwareOf(const MeasuredDevice& device)
{
    return device.driver.empty() ? device.software : device.software + ", driver " + device.driver;
}

std::string devicesText(const std::vector<MeasurementSummary>& summary)
{
    if (summary.empty()) {
        return "No measurements\n";
    }
    TextTable table({{"measured on"},
                     {"memory", Align::Right},
                     {"software"},
                     {"done", Align::Right},
                     {"out of memory", Align::Right},
                     {"failed", Align::Right},
                     {"latest"}});
    std::string notes;
    for (auto row = summary.begin(); row != summary.end(); ++row) {
        const MeasuredDevice& device = row->device;
        table.add({device.name, formatBytes(device.memory), softwareOf(device), std::to_string(row->done),
                   std::to_string(row->out_of_memory), std::to_string(row->failed), row->last_at});
        const auto isIdentical = [&](const MeasurementSummary& other) {
            return measureIdentically(other.device, device);
        };
        if (std::none_of(summary.begin(), row, isIdentical) && std::count_if(row, summary.end(), isIdentical) > 1) {
            notes += device.name
                + ": measured with several drivers or memory sizes, which count as one device. The newest measurement "
                  "of a point is used.\n";
        }
    }
    return "\n" + table.text() + notes;
}

// Reports the damaged rows of each table, given with the name of a row. Returns their number.
std::int64_t noteDamage(const std::vector<std::pair<Damage, const char*>>& tables, const std::string& path,
                        const Output& output)
{
    std::int64_t rows = 0;
    for (const auto& [damage, what] : tables) {
        rows += damage.count;
        if (damage.count > 0) {
            output.note(path + ": " + damageText(damage, what));
        }
    }
    return rows;
}

// Rows of a table, as JSON and as text.
struct Shown {
    nlohmann::json json = nlohmann::json::array();
    TextTable table;

    std::string text() const { return json.empty() ? "" : "\n" + table.text(); }
};

Shown shownProbes(const std::vector<DeviceProbe>& probes)
{
    Shown shown {nlohmann::json::array(), TextTable({{"probed device"}, {"best rates"}, {"time"}})};
    for (const DeviceProbe& probe : probes) {
        shown.json.push_back(encodeJson(probe));
        shown.table.add({probe.device.name, probeSummary(probe), probe.measured_at});
    }
    return shown;
}

Shown shownTraces(const std::vector<MemoryTrace>& traces)
{
    Shown shown {nlohmann::json::array(),
                 TextTable({{"memory snapshot"},
                            {"device", Align::Right},
                            {"peak allocated", Align::Right},
                            {"peak reserved", Align::Right},
                            {"recorded"}})};
    for (const MemoryTrace& trace : traces) {
        shown.json.push_back(encodeJson(trace));
        shown.table.add({trace.name, std::to_string(trace.device), formatBytes(trace.peak),
                         formatBytes(trace.peak_reserved), trace.recorded_at});
    }
    return shown;
}

template <typename... T>
std::optional<Error> firstError(const Result<T>&... results)
{
    std::optional<Error> first;
    ((first = first || results ? first : std::optional(results.error())), ...);
    return first;
}

Result<ExitCode> show(const std::string& path, const Output& output)
{
    const auto workspace = openForReading(path);
    if (!workspace) {
        return failure(workspace.error());
    }
    Damage of_probes;
    Damage of_descriptions;
    Damage of_traces;
    const auto summary = workspace->readableSummary();
    const auto probes = workspace->latestProbes(&of_probes);
    const auto descriptions = workspace->descriptions(&of_descriptions);
    const auto traces = workspace->traces(&of_traces);
    if (const auto error = firstError(summary, probes, descriptions, traces)) {
        return failure(*error);
    }
    const std::int64_t damaged = noteDamage({{summary->damage, "measurement"},
                                             {of_probes, "device probe"},
                                             {of_descriptions, "description"},
                                             {of_traces, "memory snapshot"}},
                                            path, output);
    const auto problem = workspace->problem();
    if (!problem) {
        noteDamage(problem.error(), output);
    }
    const bool asked = problem && *problem;
    auto devices = nlohmann::json::array();
    for (const MeasurementSummary& device : summary->devices) {
        devices.push_back(summaryJson(device));
    }
    const Shown probed = shownProbes(*probes);
    const Shown traced = shownTraces(*traces);
    output.document({{"path", path},
                     {"problem", asked ? encodeJson(**problem) : nlohmann::json()},
                     {"problem_damaged", !problem},
                     {"damaged_rows", damaged},
                     {"devices", devices},
                     {"probes", probed.json},
                     {"snapshots", traced.json}});
    const std::string none = problem ? "none" : "damaged";
    output.print("Problem: " + (asked ? problemText(**problem) : none) + "\n" + devicesText(summary->devices)
                 + probed.text() + traced.text());
    return ExitCode::Done;
}

// Error for a file of an unsupported kind, with the supported kinds.
Error neither(const std::string& path)
{
    return {ErrorCode::OptionUnsupported,
            {std::string("the file to import"), path,
             std::string("output of stagecraft-worker (JSON lines), a PyTorch memory snapshot (pickle), or a "
                         "workspace (*.stagecraft)")},
            {}};
}

Result<ImportSummary> importOtherWorkspace(const std::string& path, const WorkspaceFile& file)
{
    // Open the other workspace first, so that none is created for an invalid file.
    if (const auto other = openForReading(path); !other) {
        return failure(other.error().code == ErrorCode::WorkspaceNotOne ? neither(path) : other.error());
    }
    auto workspace = file.openForWriting();
    return workspace ? importWorkspace(*workspace, path, interruptToken()) : failure(workspace.error());
}

Result<ImportSummary> importWorkerLines(const std::string& path, const WorkspaceFile& file)
{
    const auto text = readFile(path, importLimit, interruptToken());
    if (!text) {
        return failure(text.error());
    }
    if (!holdsWorkerLines(*text)) {
        return failure(neither(path));
    }
    auto workspace = file.openForWriting();
    if (!workspace) {
        return failure(workspace.error());
    }
    auto summary = importLines(*workspace, *text);
    if (!summary
        && summary.error().code == ErrorCode::FormatNewer) { // the lines are newer; other errors concern the workspace
        summary.error().where = path;
    }
    return summary;
}

// Reports skipped lines, damaged rows and worker stops. Returns the failure, if any.
std::optional<Failure> reportDamage(const ImportSummary& summary, const std::string& path, const Output& output)
{
    for (const SkippedLine& skipped : summary.skipped) {
        output.note(path + ", line " + std::to_string(skipped.line) + " was skipped: " + describe(skipped.reason));
    }
    if (summary.damage.count > 0) {
        output.note(path + ": " + damageText(summary.damage, "row"));
    }
    const auto stopText = [&](const Error& error) { return path + ": the worker stopped: " + describe(error); };
    for (std::size_t i = 1; i < summary.stops.size(); ++i) { // the first one is the failure
        output.note(stopText(summary.stops[i]));
    }
    if (summary.measurements == 0 && summary.probes == 0 && summary.refused > 0) {
        return Failure::incomplete(
            path + ": " + std::to_string(summary.refused) + (summary.refused == 1 ? " line is" : " lines are")
            + " invalid and no measurement was found; first error: line " + std::to_string(summary.first_refused->line)
            + ": " + describe(summary.first_refused->reason));
    }
    if (!summary.stops.empty()) {
        return Failure::incomplete(stopText(summary.stops.front()));
    }
    return std::nullopt;
}

nlohmann::json importJson(const ImportSummary& summary, const std::string& workspace)
{
    auto stops = nlohmann::json::array();
    for (const Error& error : summary.stops) {
        stops.push_back(encodeJson(error));
    }
    return {{"workspace", workspace},
            {"measurements", summary.measurements},
            {"added", summary.added},
            {"probes", summary.probes},
            {"probes_added", summary.probes_added},
            {"descriptions", summary.descriptions},
            {"descriptions_added", summary.descriptions_added},
            {"snapshots", summary.traces},
            {"snapshots_added", summary.traces_added},
            {"skipped_lines", summary.skipped_lines},
            {"refused_lines", summary.refused},
            {"damaged_rows", summary.damage.count},
            {"stops", std::move(stops)}};
}

Result<ExitCode> importFile(const std::string& path, const WorkspaceFile& file, const Output& output)
{
    if (looksLikeSnapshot(path)) {
        return importSnapshot(path, file, output);
    }
    const auto summary = readFileHeader(path) ? importOtherWorkspace(path, file) : importWorkerLines(path, file);
    if (!summary) {
        return failure(summary.error());
    }
    const auto reported = [&](int added, int found, const char* what) {
        output.print(std::to_string(added) + " of " + std::to_string(found) + what + file.path() + "\n");
    };
    if (summary->measurements > 0 || summary->probes == 0) {
        reported(summary->added, summary->measurements, " measurements added to ");
    }
    if (summary->probes > 0) {
        reported(summary->probes_added, summary->probes, " device probes added to ");
    }
    if (summary->descriptions > 0) {
        reported(summary->descriptions_added, summary->descriptions, " descriptions of TorchScript files added to ");
    }
    if (summary->traces > 0) {
        reported(summary->traces_added, summary->traces, " memory snapshots added to ");
    }
    if (const auto failed = reportDamage(*summary, path, output)) {
        return output.fail(*failed, importJson(*summary, file.path()));
    }
    output.document(importJson(*summary, file.path()));
    return ExitCode::Done;
}

}

void addWorkspaceCommand(CLI::App& app, Task& task)
{
    struct ImportOptions {
        std::string file;
        WorkspaceFile workspace;
    };
    CLI::App& command = *app.add_subcommand("workspace", "List, show and extend workspaces");
    command.require_subcommand(1);
    CLI::App& all = *command.add_subcommand("list", "List the workspaces in the data folder of the user");
    addJsonOption(all, task);
    all.callback([&task] { task.run = [](const Output& output, const Interrupt&) { return list(output); }; });

    const auto shown = std::make_shared<WorkspaceFile>();
    CLI::App& one = *command.add_subcommand("show", "Show the problem and the measurements of a workspace");
    shown->add(one);
    shown->addPositional(one);
    addJsonOption(one, task);
    one.callback([shown, &task] {
        task.run = [shown](const Output& output, const Interrupt&) { return show(shown->path(), output); };
    });

    const auto options = std::make_shared<ImportOptions>();
    CLI::App& taken = *command.add_subcommand("import",
                                              "Import output of stagecraft-worker, a PyTorch memory snapshot or "
                                              "another workspace; repeating an import has no "
                                              "effect");
    taken
        .add_option("FILE", options->file,
                    "Output of stagecraft-worker, pickle of torch.cuda.memory._dump_snapshot(), or workspace")
        ->required();
    options->workspace.add(taken);
    addJsonOption(taken, task);
    taken.callback([options, &task] {
        task.run = [options](const Output& output, const Interrupt&) {
            return importFile(options->file, options->workspace, output);
        };
    });
}

}
