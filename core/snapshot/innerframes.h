// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/snapshot/memorytrace.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace stagecraft {

// Whether a file is one that starts scripts for a dry run, and stands around functions of PyTorch.
bool isOfDryRun(std::string_view file);

// At most `most` frames that say where a program allocated: the innermost ones outside of PyTorch, of Python where
// there are such, else the innermost.
std::vector<TraceFrame> innerFrames(const std::vector<TraceFrame>& frames, std::size_t most);

}
