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

// Progress callback with the bytes read so far and the file size, called about four times per megabyte on the caller's
// thread.
using SnapshotProgress = std::function<void(Bytes read, Bytes whole)>;

// True if the file begins like a pickled dictionary of protocol 2 to 5. False if it cannot be read.
bool looksLikeSnapshot(const std::string& path);

// Reads a file written by torch.cuda.memory._dump_snapshot(): a pickle of protocol 2 to 5.
// Nothing in the file is executed: an operation that would import or call something ends the reading. The file is read
// in chunks; complete values become compact records, and values that no record needs are dropped. Memory: at most 64
// MiB plus eight bytes per byte read, in practice less than the file. Linear in the file size. Errors: FileNotReadable,
// SnapshotRefused (names the operation and its offset), SnapshotUnusable (truncated, not a snapshot, no history),
// Cancelled. `where` is the path. Thread-safe.
Result<Snapshot> readSnapshot(const std::string& path, const SnapshotProgress& progress = {},
                              const std::stop_token& stop = {});

// Reads a snapshot from a stream of `length` bytes; `where` is empty.
Result<Snapshot> readSnapshot(std::istream& stream, Bytes length, const SnapshotProgress& progress = {},
                              const std::stop_token& stop = {});

}
