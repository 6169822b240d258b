// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>

namespace stagecraft {

// Files written under a temporary name and then renamed: under the real name another process always sees a complete
// file, even after a power failure. Thread-safe.

// An empty file made by makeNewFile(). The caller closes it and renames or removes it.
struct NewFile {
    int descriptor = -1;
    std::string path;
};

// Makes an empty file under an unused name in the folder of `path`, without following links. Errors: FileNotWritable,
// DiskFull; `where` is `path`.
Result<NewFile> makeNewFile(const std::string& path);

// Writes `content`, waits until it is on the disk, and closes the file. Returns errno, or 0.
int writeAndClose(int descriptor, std::string_view content);

// Waits until the directory entries of `path`'s folder are on the disk. Ignores file systems that do not support this.
void syncFolderOf(const std::string& path);

// Returns the error for a system call that failed with `reason` (errno) while writing `path`.
tl::unexpected<Error> notWritten(int reason, const std::string& path);

}
