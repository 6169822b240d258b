// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runs/skippedruns.h"

#include "core/words/common.h"
#include "core/words/runs.h"

#include <algorithm>

namespace stagecraft {

std::vector<SkippedRuns> countReasons(const std::vector<Message>& reasons)
{
    std::vector<SkippedRuns> counts;
    for (const Message& reason : reasons) {
        const auto found = std::find_if(counts.begin(), counts.end(),
                                        [&](const SkippedRuns& skipped) { return skipped.reason == reason; });
        if (reason.empty()) {
            continue;
        }
        if (found == counts.end()) {
            counts.push_back({reason, 1});
        } else {
            ++found->count;
        }
    }
    std::stable_sort(counts.begin(), counts.end(),
                     [](const SkippedRuns& a, const SkippedRuns& b) { return a.count > b.count; });
    return counts;
}

ArgumentList reasonList(const std::vector<SkippedRuns>& skipped)
{
    ArgumentList list;
    for (const SkippedRuns& entry : skipped) {
        list.emplace_back(say(words::runs::counted, entry.count, entry.reason));
    }
    return list;
}

Message bothReasons(const Message& a, const Message& b)
{
    if (a.empty() || b.empty() || a == b) {
        return a.empty() ? b : a;
    }
    return say(words::common::both, a, b);
}

Message refusal(const Error& error)
{
    return say(words::runs::refused, messageOf(error));
}

}
