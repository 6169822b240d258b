// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/memory/breakdown.h"

#include <string_view>
#include <utility>

namespace stagecraft {

// Which kind has the most of the bytes ("activations"), the first of several, and how many. No errors.
std::pair<std::string_view, Bytes> largestPart(const MemoryBreakdown& breakdown);

}
