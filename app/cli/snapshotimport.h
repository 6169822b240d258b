// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/output.h"
#include "app/cli/workspacefile.h"

#include <string>

namespace stagecraft {

// `workspace import` of a memory snapshot: reads the file, keeps its traces in the workspace, and reports each one's
// peaks, what the peak is made of and which stack frames allocated it. No workspace is made for a file that cannot be
// read. Errors: those of readTraces() and of the workspace.
Result<ExitCode> importSnapshot(const std::string& path, const WorkspaceFile& file, const Output& output);

}
