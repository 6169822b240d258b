// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/workspacefile.h"

#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "core/base/english.h"
#include "core/base/format.h"
#include "core/session/connection.h"
#include "core/session/datafolder.h"
#include "core/session/localgpus.h"

#include <CLI/CLI.hpp>

#include <QDir>
#include <QFileInfo>

namespace stagecraft {

Result<Workspace> openForReading(const std::string& path)
{
    return Workspace::open(path, OpenMode::ReadOnly, interruptToken());
}

std::string damageText(const Damage& damage, const std::string& what)
{
    const bool one = damage.count == 1;
    std::string text = std::to_string(damage.count) + " " + what + (one ? " is" : "s are") + " damaged and skipped";
    for (std::size_t i = 0; i < damage.reported.size(); ++i) {
        text += (i == 0 ? ": " : "; ") + describe(damage.reported[i]);
    }
    return text + (damage.count > std::ssize(damage.reported) ? "; ..." : "");
}

void WorkspaceFile::note(const Damage& damage, const std::string& what) const
{
    if (damage.count > 0 && m_noted.insert(what).second) {
        Output(false).note(path() + ": " + damageText(damage, what));
    }
}

void WorkspaceFile::add(CLI::App& command)
{
    command.add_option("--workspace", m_named, "Workspace file with the measurements [the workspace of the window]")
        ->type_name("FILE");
}

void WorkspaceFile::addPositional(CLI::App& command)
{
    command.add_option("FILE", m_named, "Workspace file, instead of --workspace")->excludes("--workspace");
}

std::string WorkspaceFile::path() const
{
    return m_named.empty() ? defaultWorkspacePath().toStdString() : m_named;
}

bool WorkspaceFile::isMissingDefault() const
{
    return m_named.empty() && !QFileInfo::exists(defaultWorkspacePath());
}

Result<Workspace> WorkspaceFile::openForWriting() const
{
    if (m_named.empty()) {
        QDir().mkpath(dataFolder());
    }
    auto workspace = Workspace::openOrCreate(path(), interruptToken());
    if (workspace) {
        workspace->stopOn({}); // stores measurements even after an interruption
    }
    return workspace;
}

Result<std::vector<Measurement>> WorkspaceFile::measurements() const
{
    if (isMissingDefault()) {
        return std::vector<Measurement> {};
    }
    const auto workspace = openForReading(path());
    if (!workspace) {
        return failure(workspace.error());
    }
    auto stored = workspace->storedMeasurements();
    if (!stored) {
        return failure(stored.error());
    }
    note(stored->damage, "measurement");
    return std::move(stored->measurements);
}

Result<std::vector<DeviceProbe>> WorkspaceFile::probes() const
{
    if (isMissingDefault()) {
        return std::vector<DeviceProbe> {};
    }
    const auto workspace = openForReading(path());
    if (!workspace) {
        return failure(workspace.error());
    }
    Damage damage;
    auto probes = workspace->latestProbes(&damage);
    note(damage, "device probe");
    return probes;
}

Result<CostModel> WorkspaceFile::costModel(const Problem& problem) const
{
    if (hasGivenCosts(problem.model)) {
        return CostModel(problem.model, problem.workload, {});
    }
    const auto known = measurements();
    if (!known) {
        return failure(known.error());
    }
    auto probed = probes();
    if (!probed) {
        return failure(probed.error());
    }
    return CostModel(problem.model, problem.workload, *known, *std::move(probed));
}

std::optional<Problem> WorkspaceFile::sessionProblem() const
{
    if (!QFileInfo::exists(QString::fromStdString(path()))) {
        return std::nullopt;
    }
    const auto workspace = openForReading(path());
    if (!workspace) {
        return std::nullopt;
    }
    auto problem = workspace->problem();
    return problem ? *std::move(problem) : std::nullopt;
}

Result<std::optional<Model>> WorkspaceFile::description(const std::string& file_hash) const
{
    if (!QFileInfo::exists(QString::fromStdString(path()))) {
        return std::optional<Model>();
    }
    const auto workspace = openForReading(path());
    if (!workspace) {
        return failure(workspace.error());
    }
    auto kept = workspace->description(file_hash);
    if (!kept || *kept) {
        return kept;
    }
    // The window stores the description with its problem.
    auto problem = workspace->problem();
    const auto script = problem && *problem ? scriptOf((*problem)->model) : std::nullopt;
    return script && script->file_hash == file_hash ? std::optional(std::move((*problem)->model)) : std::nullopt;
}

Error WorkspaceFile::completed(Error error, const Problem& problem) const
{
    const bool hasCommand = error.code == ErrorCode::NotMeasured || error.code == ErrorCode::LayerTooLarge
        || error.code == ErrorCode::MeasuredElsewhere;
    auto* command = hasCommand ? std::get_if<std::string>(&error.arguments.back()) : nullptr;
    if (command != nullptr) {
        *command = completedCommand(*command, problem);
    }
    return error;
}

MissingMeasurements WorkspaceFile::completed(MissingMeasurements missing, const Problem& problem) const
{
    missing.command = completedCommand(missing.command, problem);
    return missing;
}

std::string WorkspaceFile::completedCommand(const std::string& command, const Problem& problem) const
{
    const DeviceChoice device = measurableHere(problem.cluster.groups.front().device);
    const std::string option = device.dry ? " --device " + shellWord("dry:" + device.dry->name)
        : device.kind == DeviceKind::Cuda ? std::string(" --device cuda:0")
                                          : std::string();
    return command + option + (m_named.empty() ? "" : " --workspace " + shellWord(m_named));
}

void WorkspaceFile::storeFirstProblem(const Problem& problem) const
{
    const auto connection = Connection::open(QString::fromStdString(path()), interruptToken());
    if (!connection || (*connection)->readOnly()) {
        return;
    }
    const auto present = (*connection)->workspace().problem();
    if (present && !*present) {
        (void)(*connection)->workspace().setSession({problem});
    }
}

}
