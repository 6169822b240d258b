// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/stacks/stack.h"

#include <algorithm>

namespace stagecraft {

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
