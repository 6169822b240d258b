// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/cost/stacks/stack.h"

#include <string>
#include <string_view>
#include <vector>

namespace stagecraft {

inline constexpr std::string_view stackFormat = "stagecraft-stack";
inline constexpr int stackFormatVersion = 1;

// A stack as a file (JSON, docs/formats.md); one line a row. Never fails.
std::string writeStack(const Stack& stack);

// Reads what writeStack() wrote. Errors: NotJson, FileTooLarge, Field*, FormatWrong, FormatNewer; `where` in all.
Result<Stack> readStack(std::string_view text, const std::string& where);

// The same from a file. Errors: FileNotReadable as well.
Result<Stack> readStackFile(const std::string& path);

// The stacks that come along, each calibrated from published runs. Read once; thread-safe.
const std::vector<Stack>& shippedStacks();

}
