// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>

namespace stagecraft {

// The image of a shared library for x86-64 that defines functions of the given names, each of which calls
// stagecraft_dry_refuse() of the dry CUDA runtime with its own name and returns what that returns. It is written
// directly, as the machine of a dry run may have no compiler. To be preloaded behind the dry CUDA runtime.
std::string refusingLibrary(const std::set<std::string>& names);

}
