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

// What an import found, and what of it was new.
struct ImportSummary {
    static constexpr std::size_t mostListed = 100;

    int measurements = 0; // found
    int added = 0; // of these, new to the workspace or better than what it had
    int probes = 0; // found
    int probes_added = 0; // of these, new to the workspace
    int other = 0; // other messages: hello, progress, ...
    int skipped_lines = 0; // not a worker's message: other output, a line cut off at the end
    std::vector<SkippedLine> skipped; // the first of them
    int refused = 0; // of the skipped ones, those that say that they are a worker's message
    std::optional<SkippedLine> first_refused {};
    std::vector<Error>
        stops {}; // why workers stopped before their job's end, one a job; not where it was reached later
    int descriptions = 0; // of TorchScript files, found in another workspace
    int descriptions_added = 0; // of these, new to this one
    Damage damage {}; // rows of another workspace that cannot be read
    int traces = 0; // memory snapshots, found in another workspace
    int traces_added = 0; // of these, new to this one

    friend bool operator==(const ImportSummary&, const ImportSummary&) = default;
};

// True if a line of the text is a worker's, of whatever version.
bool holdsWorkerLines(std::string_view text);

// Takes the measurements and probes out of what a worker wrote (JSON lines, docs/protocol.md); other text among them
// does no harm. The same text twice is harmless. All or nothing. Errors: those of Workspace::addLines(); FormatNewer if
// a line has a newer version.
Result<ImportSummary> importLines(Workspace& workspace, std::string_view text);

}
