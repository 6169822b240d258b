// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/snapshot/snapshotrecords.h"

#include <functional>
#include <istream>
#include <stop_token>
#include <string>

namespace stagecraft {

// Called with the bytes read so far and those of the whole file, about four times a megabyte, on the caller's thread.
using SnapshotProgress = std::function<void(Bytes read, Bytes whole)>;

// True if the file begins as a pickled dictionary of protocol 2 to 5 does. False where it cannot be read.
bool looksLikeSnapshot(const std::string& path);

// Reads what torch.cuda.memory._dump_snapshot() wrote: a pickle of protocol 2 to 5.
// Nothing in the file is executed: an operation that would import or call something ends the reading. The file is read
// piece by piece; values become compact records as soon as they are complete, and what no record needs is dropped.
// Memory: at most 64 MiB and eight bytes for each byte read, in practice less than the file. Linear in its length.
// Errors: FileNotReadable, SnapshotRefused (names the operation and its offset), SnapshotUnusable (cut off, not a
// snapshot, no history), Cancelled. `where` is the path. Safe from any thread.
Result<Snapshot> readSnapshot(const std::string& path, const SnapshotProgress& progress = {},
                              const std::stop_token& stop = {});

// The same of a stream of `length` bytes; `where` is empty.
Result<Snapshot> readSnapshot(std::istream& stream, Bytes length, const SnapshotProgress& progress = {},
                              const std::stop_token& stop = {});

}
