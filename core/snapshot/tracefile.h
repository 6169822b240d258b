// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/snapshot/memorytrace.h"
#include "core/snapshot/snapshotreader.h"

#include <vector>

namespace stagecraft {

// The traces of a snapshot's file, by device, named after it: readSnapshot(), then memoryTraces(). Errors: those of
// both; `where` is the path.
Result<std::vector<MemoryTrace>> readTraces(const std::string& path, const SnapshotProgress& progress = {},
                                            const std::stop_token& stop = {});

}
