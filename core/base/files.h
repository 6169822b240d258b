// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <fstream>
#include <stop_token>
#include <string>
#include <string_view>

namespace stagecraft {

// Reads a whole file. A pipe is read to its end as long as no more than 10 s pass between two pieces. Errors:
// FileNotReadable, FileTooLarge above `limit`, Cancelled within 0.1 s of `stop`. `where` is the path.
Result<std::string> readFile(const std::string& path, Bytes limit, const std::stop_token& stop = {});

// Returns the file's name without extension on one line, with unusual characters escaped (terminalLine()). Used as the
// title of the file's content.
std::string titleOfFile(const std::string& path);

// True if the file can be read a second time; a pipe delivers its content only once.
bool isReadAgain(const std::string& path);

// Opens a regular file (not a folder, pipe or device) for reading piece by piece. Errors: those of readFile().
Result<std::ifstream> openFile(const std::string& path, Bytes limit);

// Writes a whole file through a new file that is renamed once it is on the disk, so that a failure preserves the old
// content. Follows links and keeps permissions; writes devices and pipes in place. Never replaces a workspace. Errors:
// FileNotWritable, DiskFull.
Result<void> writeFile(const std::string& path, std::string_view content);

// Checks that writeFile() would find a writable folder there. Call it before long work whose result is to be written.
// Errors: FileNotWritable.
Result<void> requirePlaceFor(const std::string& path);

}
