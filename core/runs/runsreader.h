// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/runs/run.h"

#include <stop_token>
#include <string>
#include <vector>

namespace stagecraft {

// Treatment of unusable rows: an unreadable cell, too few fields, or a model name that contradicts the columns
// (structureObstacle()). Skip keeps them as runs with an obstacle, which are excluded from comparisons; Refuse fails
// the table at the first one.
enum class BadRows { Skip, Refuse };

// Reads measured runs from CSV (columns in docs/formats.md), one per row. Columns may be missing; a run that no plan
// can express has an obstacle and is not an error. Errors: FileNotReadable, FileTooLarge, TableMalformed with line and
// column; `where` is the path. Cancelled if stopped. Thread-safe.
Result<std::vector<Run>> readRuns(const std::string& path, BadRows bad = BadRows::Skip,
                                  const std::stop_token& stop = {});

// Reads runs from text; `where` is used in errors, and its last part is the file name of the runs.
Result<std::vector<Run>> parseRuns(const std::string& text, const std::string& where, BadRows bad = BadRows::Skip);

}
