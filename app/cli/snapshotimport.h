// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/output.h"
#include "app/cli/workspacefile.h"

#include <string>

namespace stagecraft {

// `workspace import` of a memory snapshot: reads the file, stores its traces in the workspace, and reports the peaks,
// categories and allocating stack frames of each. Does not create a workspace if the file cannot be read. Errors: those
// of readTraces() and of the workspace.
Result<ExitCode> importSnapshot(const std::string& path, const WorkspaceFile& file, const Output& output);

}
