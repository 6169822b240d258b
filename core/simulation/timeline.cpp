// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulation/timeline.h"

#include <algorithm>
#include <map>

namespace stagecraft {

std::vector<std::int32_t> criticalPath(const Timeline& timeline)
{
    const auto last = std::max_element(timeline.spans.begin(), timeline.spans.end(),
                                       [](const Span& a, const Span& b) { return a.end < b.end; });
    std::vector<std::int32_t> path;
    if (last == timeline.spans.end()) {
        return path;
    }
    for (auto at = static_cast<std::int32_t>(last - timeline.spans.begin()); at >= 0;
         at = timeline.spans[static_cast<std::size_t>(at)].waited_for) {
        path.push_back(at);
    }
    std::reverse(path.begin(), path.end());
    return path;
}

std::vector<CriticalShare> criticalShares(const Timeline& timeline)
{
    std::map<SpanKind, Seconds> times;
    Seconds reached;
    for (const std::int32_t at : criticalPath(timeline)) {
        const Span& span = timeline.spans[static_cast<std::size_t>(at)];
        // A reduction may begin before the end of the backward pass that it waits for.
        times[span.kind] += std::max(Seconds(0), span.end - std::max(span.start, reached));
        reached = std::max(reached, span.end);
    }
    std::vector<CriticalShare> shares;
    for (const auto& [kind, time] : times) {
        shares.push_back({kind, time});
    }
    std::stable_sort(shares.begin(), shares.end(),
                     [](const CriticalShare& a, const CriticalShare& b) { return a.time > b.time; });
    return shares;
}

}
