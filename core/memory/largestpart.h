// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/memory/breakdown.h"

#include <string_view>
#include <utility>

namespace stagecraft {

// Returns the name ("activations") and bytes of the largest category; the first one if several are equal. No errors.
std::pair<std::string_view, Bytes> largestPart(const MemoryBreakdown& breakdown);

}
