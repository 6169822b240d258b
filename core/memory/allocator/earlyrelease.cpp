// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/allocator/earlyrelease.h"

#include <algorithm>

namespace stagecraft {

namespace {

// Returns the bytes alive above the start of the backward pass: before its first event, and after each.
std::vector<std::int64_t> heightsOf(const TraceScript& script, bool owned)
{
    const auto counts = [&](std::size_t allocation) {
        const AllocationRole role = script.roles[allocation];
        return role != AllocationRole::StandIn && !(owned && role == AllocationRole::OutputGradient);
    };
    auto next = static_cast<std::size_t>(
        std::count_if(script.forward.begin(), script.forward.end(), [](std::int64_t event) { return event > 0; }));
    std::vector<std::int64_t> heights {0};
    for (const std::int64_t event : script.backward) {
        const std::size_t at = event > 0 ? next++ : static_cast<std::size_t>(-event - 1);
        const std::int64_t bytes = counts(at) ? script.sizes[at] : 0;
        heights.push_back(heights.back() + (event > 0 ? bytes : -bytes));
    }
    return heights;
}

}

std::vector<EarlyRelease> earlyReleases(const TraceScript& script, bool owned, const std::vector<EarlyInput>& inputs)
{
    std::vector<EarlyRelease> releases;
    std::vector<std::int64_t> heights;
    for (const EarlyInput& input : inputs) {
        if (input.input_release <= Bytes(0)) {
            continue;
        }
        heights = heights.empty() ? heightsOf(script, owned) : heights;
        const std::int64_t wanted = *std::max_element(heights.begin(), heights.end()) - input.input_release.value;
        // Events before the first height above the wanted one need no release.
        const auto first = std::find_if(heights.begin(), heights.end(), [&](std::int64_t h) { return h > wanted; });
        const auto event = std::max<std::ptrdiff_t>(0, first - heights.begin() - 1);
        releases.push_back({input.tensor, static_cast<std::size_t>(event)});
        std::for_each(heights.begin() + event + 1, heights.end(), [&](std::int64_t& h) { h -= input.bytes.value; });
    }
    std::stable_sort(releases.begin(), releases.end(),
                     [](const EarlyRelease& a, const EarlyRelease& b) { return a.event < b.event; });
    return releases;
}

}
