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

// The memory of each device that a snapshot has events of, by device; `name` names the traces.
//
// Recording may begin, or its oldest events may be overwritten, while memory is in use: what an event frees that none
// allocated, and what the segments have at the dump that no event allocated, was there before the first event.
// A block has the bytes that the allocator counts for it (blocksizes.h). Close to linear in the events. Errors:
// SnapshotUnusable (sizes that no device has), Cancelled. Safe from any thread.
Result<std::vector<MemoryTrace>> memoryTraces(const Snapshot& snapshot, const std::string& name,
                                              const std::stop_token& stop = {});

}
