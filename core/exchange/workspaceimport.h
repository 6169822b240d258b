// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/exchange/workerlines.h"
#include "core/store/workspace.h"

#include <stop_token>
#include <string>

namespace stagecraft {

// Adds another workspace's measurements, the latest probe of each of its devices, its memory snapshots and how its
// TorchScript files were described to `workspace`. What that has already (same point and device, same file) stays, but
// for measurements that did not succeed where the other's did. The same one twice is harmless. The other is only read,
// in whatever version; what of it cannot be read is counted. A request to `stop` ends the reading. All or nothing.
// Errors: those of Workspace::open() and addLines(); OptionUnsupported where both are one file.
Result<ImportSummary> importWorkspace(Workspace& workspace, const std::string& path, std::stop_token stop = {});

}
