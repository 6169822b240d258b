// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/snapshot/memorytrace.h"
#include "core/snapshot/snapshotreader.h"

#include <vector>

namespace stagecraft {

// Reads a snapshot file and returns its traces by device, named after the file: readSnapshot(), then memoryTraces().
// Errors: those of both; `where` is the path.
Result<std::vector<MemoryTrace>> readTraces(const std::string& path, const SnapshotProgress& progress = {},
                                            const std::stop_token& stop = {});

}
