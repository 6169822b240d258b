// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/snapshot/tracefile.h"

#include "core/snapshot/replay.h"

#include <filesystem>

namespace stagecraft {

Result<std::vector<MemoryTrace>> readTraces(const std::string& path, const SnapshotProgress& progress,
                                            const std::stop_token& stop)
{
    const auto snapshot = readSnapshot(path, progress, stop);
    if (!snapshot) {
        return failure(snapshot.error());
    }
    auto traces = memoryTraces(*snapshot, std::filesystem::path(path).filename().string(), stop);
    if (!traces) {
        Error error = traces.error();
        error.where = path;
        return failure(std::move(error));
    }
    return traces;
}

}
