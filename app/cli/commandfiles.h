// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <string>
#include <vector>

namespace stagecraft {

// A file and the option or argument that names it.
struct CommandFile {
    std::string option;
    std::string path; // empty if not given
};

// Files named on a command line. `read` may contain names that are not files, such as "zoo:gpt2".
struct CommandFiles {
    std::vector<CommandFile> read;
    std::vector<CommandFile> written;
};

// Adds a file to `read` for each name.
void addRead(CommandFiles& files, const std::string& option, const std::vector<std::string>& names);

// Rejects an output that would replace a file which the command reads, another output, a workspace or one of its SQLite
// auxiliary files, or the user-defined device types and offers. Symbolic and hard links count as the file that they
// refer to; devices and pipes may be named several times. Errors: OptionUnsupported with the option's name.
Result<void> requireSafeOutputs(const CommandFiles& files);

}
