// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace stagecraft {

// True if this process runs over the dry CUDA runtime.
bool isDryProcess();

// Functions of CUDA that were called in vain since the last call of this, as they need a real device, joined by commas.
// What was measured meanwhile is not to be trusted where this is not empty. Any thread.
std::string takeDryRefusals();

}
