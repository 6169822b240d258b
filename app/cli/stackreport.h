// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/workspacefile.h"
#include "core/base/result.h"
#include "core/exchange/knownstacks.h"
#include "core/problem/problem.h"

#include <CLI/CLI.hpp>

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace stagecraft {

// All stacks that a command may use by name: those of the workspace, then the shipped ones of other names.
Result<std::vector<FoundStack>> knownStacks(const WorkspaceFile& workspace);

// One of them by name, or that of a file. Errors: StackUnknown, those of the workspace and of readStackFile().
Result<FoundStack> findStack(const std::string& name, const WorkspaceFile& workspace);

// The stack of this name, or else the one that the problem names, which becomes the problem's; nothing if neither names
// one. Errors: those of findStack().
Result<std::optional<Stack>> useStack(const std::string& name, const WorkspaceFile& workspace, Problem& problem);

// --stack of the commands that plan and estimate.
void addStackOption(CLI::App& command, std::string& name);

// A stack with its coefficients and how well it predicts its runs, for people.
std::string stackText(const Stack& stack);

// How many runs were left out and why, as a list of {reason, count}.
nlohmann::json reasonsJson(const std::vector<SkippedRuns>& skipped);

std::string percent(double share);

}
