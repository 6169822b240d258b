// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <string>

namespace stagecraft {

// True if the file system type from statfs() is shared between machines (NFS, SMB, Lustre, FUSE, ...). SQLite's
// write-ahead log needs memory shared between all users of the file and does not work there.
bool isNetworkFileSystem(long type);
bool onNetworkFileSystem(const std::string& path);

// Returns the absolute path with symbolic links followed, as far as it exists: SQLite keeps its log beside the real
// file.
std::string realPath(const std::string& path);

// True if path and file name are short enough for SQLite to open the file, or also to change it. For changes, names
// with SQLite's suffixes (-journal) must fit, too.
bool opensByLength(const std::string& path);
bool changesByLength(const std::string& path);

// True if this process may change the file and make others beside it, as SQLite must.
bool mayChange(const std::string& path);

// True if the index of a write-ahead log exists or can be made beside the file: SQLite needs it for reading, too.
bool hasSpaceForIndex(const std::string& path);

// Renames `from` to `to` unless that exists, and waits until the folder is synced to the disk. Errors: FileNotWritable,
// DiskFull.
Result<void> renameToNew(const std::string& from, const std::string& to);
// Renames a file whose content may not be on the disk yet, replacing an existing one.
Result<void> renameOver(const std::string& from, const std::string& to);

// Deletes a SQLite file and the files that SQLite keeps beside it. Never fails: missing files are ignored.
void removeDatabase(const std::string& path);
// True if SQLite keeps changes beside the file that are not in it yet: it is in use, or a process died.
bool hasPendingChanges(const std::string& path);

}
