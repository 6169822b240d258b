// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace stagecraft {

// True if this process runs over the dry CUDA runtime.
bool isDryProcess();

// Returns the unsupported CUDA functions that were called since the last call of this, joined by commas. If not empty,
// measurements made in the meantime are invalid. Thread-safe.
std::string takeDryRefusals();

}
