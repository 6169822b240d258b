// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/snapshot/memorytrace.h"
#include "core/snapshot/snapshotrecords.h"

#include <stop_token>
#include <string>
#include <vector>

namespace stagecraft {

// Replays a snapshot and returns one memory trace per device that has events, ordered by device; `name` is the name of
// the traces.
//
// Memory may be in use when recording begins, or the oldest events may have been overwritten. Blocks that are freed
// without an allocation event, and blocks of the dump without one, therefore count as allocated before the first event.
// Block sizes are those that the allocator counts (blocksizes.h). Nearly linear in the number of events. Errors:
// SnapshotUnusable (sizes that no device has), Cancelled. Thread-safe.
Result<std::vector<MemoryTrace>> memoryTraces(const Snapshot& snapshot, const std::string& name,
                                              const std::stop_token& stop = {});

}
