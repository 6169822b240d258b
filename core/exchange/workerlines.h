// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/base/result.h"
#include "core/store/workspace.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stagecraft {

struct SkippedLine {
    int line = 0; // from 1
    Message reason;

    friend bool operator==(const SkippedLine&, const SkippedLine&) = default;
};

// Counts of an import: items found and items new to the workspace.
struct ImportSummary {
    static constexpr std::size_t mostListed = 100;

    int measurements = 0; // found
    int added = 0; // new measurements, or better than the existing ones
    int probes = 0; // found
    int probes_added = 0; // new probes
    int other = 0; // other messages: hello, progress, ...
    int skipped_lines = 0; // lines that are not worker messages: other output, a truncated last line
    std::vector<SkippedLine> skipped; // the first `mostListed` of them
    int refused = 0; // skipped lines that claim to be worker messages
    std::optional<SkippedLine> first_refused {};
    std::vector<Error>
        // Reasons why workers stopped before the end of their job, one per job; none for jobs that finished later
        stops {};
    int descriptions = 0; // TorchScript descriptions found in another workspace
    int descriptions_added = 0; // new descriptions
    Damage damage {}; // unreadable rows of another workspace
    int traces = 0; // memory snapshots found in another workspace
    int traces_added = 0; // new memory snapshots

    friend bool operator==(const ImportSummary&, const ImportSummary&) = default;
};

// True if a line of the text is a worker message, of any version.
bool holdsWorkerLines(std::string_view text);

// Imports the measurements and probes from worker output (JSON lines, docs/protocol.md); ignores other text. Importing
// the same text twice is harmless. All or nothing. Errors: those of Workspace::addLines(); FormatNewer if a line has a
// newer version.
Result<ImportSummary> importLines(Workspace& workspace, std::string_view text);

}
