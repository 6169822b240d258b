// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>

namespace stagecraft {

// Files that are written under a name of their own and then renamed: what another process sees under the real name is
// whole, also after a loss of power. Safe from any thread.

// An empty file that this call made; whoever calls closes and renames or removes it.
struct NewFile {
    int descriptor = -1;
    std::string path;
};

// Makes one in the folder of `path`, under a name that is not there yet, through no link. Errors: FileNotWritable,
// DiskFull; `where` is `path`.
Result<NewFile> makeNewFile(const std::string& path);

// Writes all of it, waits until it is on the disk, and closes the file. Gives errno, or 0.
int writeAndClose(int descriptor, std::string_view content);

// Waits until the folder of `path` has on the disk which names are in it; some file systems cannot say.
void syncFolderOf(const std::string& path);

// The error of a system call that failed with `reason` (errno) while `path` was written.
tl::unexpected<Error> notWritten(int reason, const std::string& path);

}
