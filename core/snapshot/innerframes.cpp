// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/snapshot/innerframes.h"

#include <algorithm>
#include <iterator>

namespace stagecraft {

namespace {

bool isOfPyTorch(const TraceFrame& frame)
{
    return frame.file.empty() || frame.file == "??" || frame.file.find("/torch/") != std::string::npos
        || frame.file.starts_with("torch/") || isOfDryRun(frame.file);
}

// Recorded C++ frames are inside those of Python and belong to the allocator, mostly without a path.
bool isOfPython(const TraceFrame& frame)
{
    return frame.file.ends_with(".py");
}

}

bool isOfDryRun(std::string_view file)
{
    return file.find("/stagecraft_dryrun/") != std::string_view::npos;
}

std::vector<TraceFrame> innerFrames(const std::vector<TraceFrame>& frames, std::size_t most)
{
    std::vector<TraceFrame> inner;
    std::ranges::remove_copy_if(frames, std::back_inserter(inner), isOfPyTorch);
    if (std::ranges::any_of(inner, isOfPython)) {
        std::erase_if(inner, [](const TraceFrame& frame) { return !isOfPython(frame); });
    }
    if (inner.empty()) {
        inner = frames;
    }
    inner.resize(std::min(inner.size(), most));
    return inner;
}

}
