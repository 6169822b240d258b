// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/runs/run.h"

#include <stop_token>
#include <string>
#include <vector>

namespace stagecraft {

// Rows that cannot be used: with a cell that cannot be read, too few fields, or a model whose name contradicts its
// columns (structureObstacle()). Either they stay as runs with an obstacle, which nothing is compared with, or the
// first one fails the table.
enum class BadRows { Skip, Refuse };

// Reads measured runs (CSV, columns in docs/formats.md), one a row. A file may have few of the columns; what no plan
// can express is no error but a run with an obstacle. Errors: FileNotReadable, FileTooLarge, TableMalformed with line
// and column; `where` is the path. Cancelled when stopped. Safe from any thread.
Result<std::vector<Run>> readRuns(const std::string& path, BadRows bad = BadRows::Skip,
                                  const std::stop_token& stop = {});

// The same from text; `where` is used in errors, its last part as the runs' file.
Result<std::vector<Run>> parseRuns(const std::string& text, const std::string& where, BadRows bad = BadRows::Skip);

}
