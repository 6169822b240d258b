// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <string>

namespace stagecraft {

// True if the number that statfs() gives for a file system's type is that of one shared between machines (NFS, SMB,
// Lustre, FUSE, ...). SQLite's write-ahead log needs memory shared between all users of the file and does not work
// there.
bool isNetworkFileSystem(long type);
bool onNetworkFileSystem(const std::string& path);

// The absolute path with symbolic links followed, as far as it exists: SQLite keeps its log beside the real file.
std::string realPath(const std::string& path);

// Whether SQLite can open the file at all, and whether it can also change it: then names with its endings (-journal)
// must fit into a folder and a path.
bool opensByLength(const std::string& path);
bool changesByLength(const std::string& path);

// True if this process may change the file and make others beside it, as SQLite must.
bool mayChange(const std::string& path);

// True if a write-ahead log's index can be made beside the file, or is there: SQLite needs it for reading, too.
bool hasSpaceForIndex(const std::string& path);

// Renames `from` to `to` unless something exists there, and waits until the folder has that on the disk. Errors:
// FileNotWritable, DiskFull.
Result<void> renameToNew(const std::string& from, const std::string& to);
// The same for a file whose content may not be on the disk yet, replacing what is there.
Result<void> renameOver(const std::string& from, const std::string& to);

// Deletes a SQLite file and what SQLite keeps beside it. Does not fail: what is not there need not be removed.
void removeDatabase(const std::string& path);
// True if SQLite keeps changes beside the file that are not in it yet: it is in use, or a process died.
bool hasPendingChanges(const std::string& path);

}
