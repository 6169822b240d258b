// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/stacks/stack.h"

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

std::string filesText(const std::vector<StackRow>& rows)
{
    std::vector<std::string> files;
    for (const StackRow& row : rows) {
        if (std::find(files.begin(), files.end(), row.run.file) == files.end()) {
            files.push_back(row.run.file);
        }
    }
    std::string text;
    for (const std::string& file : files) {
        text += (text.empty() ? "" : ", ") + file;
    }
    return text;
}

}
