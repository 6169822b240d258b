// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/cost/stacks/run.h"

#include <string>
#include <vector>

namespace stagecraft {

// Reads measured runs (CSV, columns in docs/formats.md), one a row. A file may have few of the columns; what no stack
// can express is no error but a run with an obstacle. Errors: FileNotReadable, FileTooLarge, TableMalformed with line
// and column; `where` is the path. Safe from any thread.
Result<std::vector<Run>> readRuns(const std::string& path);

// The same from text; `where` is used in errors, its last part as the runs' file.
Result<std::vector<Run>> parseRuns(const std::string& text, const std::string& where);

}
