// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace stagecraft {

// Identity of files by name: symbolic and hard links are followed, and the names need not exist yet. Thread-safe.

// Returns true if both names refer to one regular file, or would refer to one new file.
bool nameSameFile(const std::string& one, const std::string& other);

// Returns true if the file is a workspace, by its name or content, or a file that SQLite keeps beside a workspace.
bool belongsToWorkspace(const std::string& path);

}
