// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace stagecraft {

// What names of files mean, with symbolic and hard links followed, also where nothing is there yet. Safe from any
// thread.

// Returns true if both names are of one regular file, or would be of one new file.
bool nameSameFile(const std::string& one, const std::string& other);

// Returns true if the file is a workspace, by its name or its content, or one that SQLite keeps beside a workspace.
bool belongsToWorkspace(const std::string& path);

}
