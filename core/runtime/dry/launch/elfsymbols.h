// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <set>
#include <string>

namespace stagecraft {

// Names in the dynamic symbol table of a shared library or program.
struct ElfSymbols {
    std::set<std::string> defined;
    std::set<std::string> undefined;
};

// Reads the symbols of a 64-bit ELF file. Errors: FileNotReadable; DryRunUnavailable for other files.
Result<ElfSymbols> readElfSymbols(const std::string& path);

}
