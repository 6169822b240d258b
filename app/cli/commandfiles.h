// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <string>
#include <vector>

namespace stagecraft {

// A file, and the option or argument that names it.
struct CommandFile {
    std::string option;
    std::string path; // empty: not given
};

// The files that a command line names. `read` may hold names that are no files, such as "zoo:gpt2".
struct CommandFiles {
    std::vector<CommandFile> read;
    std::vector<CommandFile> written;
};

// Adds a file to `read` for each name.
void addRead(CommandFiles& files, const std::string& option, const std::vector<std::string>& names);

// Refuses an output that would replace a file which the command reads, another output, a workspace or a file that
// SQLite keeps beside one, or the user-defined device types and offers. Symbolic and hard links count as the file that
// they refer to; devices and pipes may be named several times. Errors: OptionUnsupported with the option's name.
Result<void> requireSafeOutputs(const CommandFiles& files);

}
