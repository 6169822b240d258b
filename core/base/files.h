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

// Reads a whole file; of a pipe what comes until its end, while no more than 10 s pass between two pieces. Errors:
// FileNotReadable, FileTooLarge when it has more than `limit`, Cancelled within 0.1 s of `stop`. `where` is the path.
Result<std::string> readFile(const std::string& path, Bytes limit, const std::stop_token& stop = {});

// Its name without the ending, in one line, whatever characters it has (terminalLine()): as what is in it is called.
std::string titleOfFile(const std::string& path);

// Whether a file can be read a second time: a pipe gives its content once.
bool isReadAgain(const std::string& path);

// Opens a file to be read piece by piece: not a folder, a pipe or a device. Errors: as readFile().
Result<std::ifstream> openFile(const std::string& path, Bytes limit);

// Writes a whole file by way of a new one that is renamed once it is on the disk, so that a failure leaves the old
// content. Links are followed, permissions kept; devices and pipes are written to as they are. A workspace is never
// replaced. Errors: FileNotWritable, DiskFull.
Result<void> writeFile(const std::string& path, std::string_view content);

// Whether writeFile() would find a folder there that takes a file: to be asked before long work whose result it takes.
// Errors: FileNotWritable.
Result<void> requirePlaceFor(const std::string& path);

}
