// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/cost/costmodel.h"
#include "core/problem/problem.h"
#include "core/profile/measurement.h"
#include "core/store/workspace.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace stagecraft {

// Opens one for reading; an interruption of the program ends that and what is asked of it, with Cancelled.
Result<Workspace> openForReading(const std::string& path);

// "2 measurements are damaged and left out: measurement 1: ...; measurement 7: ...". `what`: one of the rows, in words.
std::string damageText(const Damage& damage, const std::string& what);

// "--workspace": which workspace a command uses.
class WorkspaceFile {
public:
    void add(CLI::App& command);
    // The same as an argument without a name, for a command that is about the workspace itself; after add().
    void addPositional(CLI::App& command);

    bool named() const { return !m_named.empty(); }
    std::string path() const; // the window's default where none was named

    // For adding measurements; made where there is none.
    Result<Workspace> openForWriting() const;
    // A default workspace that does not exist yet has none. Errors: those of Workspace.
    Result<std::vector<Measurement>> measurements() const;
    // What it knows of the problem's layers and of devices. Errors: those of Workspace.
    Result<CostModel> costModel(const Problem& problem) const;
    // Its question; nothing where there is none or it cannot be read.
    std::optional<Problem> question() const;
    // How the TorchScript file of this hash was described, where the workspace knows it. Errors: those of Workspace.
    Result<std::optional<Model>> description(const std::string& file_hash) const;
    // The same error; a command that it names is completed so that it measures for this problem into this workspace.
    Error completed(Error error, const Problem& problem) const;
    MissingMeasurements completed(MissingMeasurements missing, const Problem& problem) const;
    // Lets a workspace that has no question yet be about this one, so that the window opens on it. A workspace that
    // someone has open, or that cannot be written, is left alone.
    void suggestQuestion(const Problem& problem) const;

private:
    bool isMissingDefault() const;
    Result<std::vector<DeviceProbe>> probes() const;
    std::string completedCommand(const std::string& command, const Problem& problem) const;

    // Says on standard error which rows are left out, once of each kind.
    void note(const Damage& damage, const std::string& what) const;

    std::string m_named;
    mutable std::set<std::string> m_noted;
};

}
