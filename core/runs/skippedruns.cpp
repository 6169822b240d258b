// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runs/skippedruns.h"

#include <algorithm>

namespace stagecraft {

std::vector<SkippedRuns> countReasons(const std::vector<std::string>& reasons)
{
    std::vector<SkippedRuns> counts;
    for (const std::string& reason : reasons) {
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

std::string reasonsText(const std::vector<SkippedRuns>& skipped)
{
    std::string text;
    for (const SkippedRuns& entry : skipped) {
        text += (text.empty() ? "" : ", ") + std::to_string(entry.count) + " x " + entry.reason;
    }
    return text;
}

std::string bothReasons(const std::string& a, const std::string& b)
{
    if (a.empty() || b.empty() || a == b) {
        return a.empty() ? b : a;
    }
    return a + "; " + b;
}

std::string refusedText(const Error& error)
{
    return "refused: " + describe(error);
}

}
