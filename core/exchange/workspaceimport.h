// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/exchange/workerlines.h"
#include "core/store/workspace.h"

#include <stop_token>
#include <string>

namespace stagecraft {

// Imports measurements, the latest probe of each device, memory snapshots and TorchScript descriptions from another
// workspace. Existing entries (same point and device, same file) stay, except failed measurements where the other's
// succeeded. Importing the same workspace twice is harmless. The other workspace is only read, in any version;
// unreadable rows are counted. `stop` cancels reading. All or nothing. Errors: those of Workspace::open() and
// addLines(); OptionUnsupported if both are the same file.
Result<ImportSummary> importWorkspace(Workspace& workspace, const std::string& path, std::stop_token stop = {});

}
