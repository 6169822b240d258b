// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>

namespace stagecraft {

// Fields from the first 100 bytes of a SQLite file (https://www.sqlite.org/fileformat2.html, section 1.3).
struct FileHeader {
    std::uint32_t user_version = 0;
    std::uint32_t application_id = 0;
    bool write_ahead = false; // its journal is a write-ahead log
};

// Reads the header without SQLite, so that a file of another program is not modified in any way. Errors:
// FileNotReadable, WorkspaceNotOne if it is not a SQLite file; `where` is the path.
Result<FileHeader> readFileHeader(const std::string& path);

}
