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

// Opens a workspace for reading. An interruption of the program ends its operations with Cancelled.
Result<Workspace> openForReading(const std::string& path);

// "2 measurements are damaged and skipped: measurement 1: ...; measurement 7: ...". `what`: name of a row.
std::string damageText(const Damage& damage, const std::string& what);

// "--workspace": the workspace that a command uses.
class WorkspaceFile {
public:
    void add(CLI::App& command);
    // Adds the positional argument FILE, for commands about the workspace itself; call after add().
    void addPositional(CLI::App& command);

    bool named() const { return !m_named.empty(); }
    std::string path() const; // the default workspace of the window if none was named

    // Opens the workspace to add measurements; creates it if it does not exist.
    Result<Workspace> openForWriting() const;
    // Stored measurements. Empty if the default workspace does not exist yet. Errors: those of Workspace.
    Result<std::vector<Measurement>> measurements() const;
    // Cost model from the stored measurements and probes. Errors: those of Workspace.
    Result<CostModel> costModel(const Problem& problem) const;
    // The stored problem; empty if there is none or it cannot be read.
    std::optional<Problem> sessionProblem() const;
    // The stored description of the TorchScript file with this hash, if any. Errors: those of Workspace.
    Result<std::optional<Model>> description(const std::string& file_hash) const;
    // Completes the command in an error so that it measures this problem into this workspace.
    Error completed(Error error, const Problem& problem) const;
    MissingMeasurements completed(MissingMeasurements missing, const Problem& problem) const;
    // Stores the problem in a workspace without one, so that the window opens with it. Does nothing if the workspace is
    // open elsewhere or cannot be written.
    void storeFirstProblem(const Problem& problem) const;

private:
    bool isMissingDefault() const;
    Result<std::vector<DeviceProbe>> probes() const;
    std::string completedCommand(const std::string& command, const Problem& problem) const;

    // Notes skipped rows on standard error, once for each kind.
    void note(const Damage& damage, const std::string& what) const;

    std::string m_named;
    mutable std::set<std::string> m_noted;
};

}
