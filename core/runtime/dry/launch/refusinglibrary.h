// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>

namespace stagecraft {

// Returns the image of an x86-64 shared library that defines the named functions. Each calls stagecraft_dry_refuse() of
// the dry CUDA runtime with its name and returns the result. The image is generated directly because the machine may
// have no compiler. Preload it after the dry CUDA runtime.
std::string refusingLibrary(const std::set<std::string>& names);

}
