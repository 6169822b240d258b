// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/snapshot/memorytrace.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace stagecraft {

// True for files that start scripts for a dry run and wrap functions of PyTorch.
bool isOfDryRun(std::string_view file);

// Returns at most `most` frames that locate an allocation in the program: the innermost ones outside of PyTorch, Python
// frames if there are any, else the innermost frames.
std::vector<TraceFrame> innerFrames(const std::vector<TraceFrame>& frames, std::size_t most);

}
