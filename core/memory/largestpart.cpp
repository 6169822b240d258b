// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/largestpart.h"

#include <algorithm>
#include <array>

namespace stagecraft {

std::pair<std::string_view, Bytes> largestPart(const MemoryBreakdown& breakdown)
{
    const std::array<std::pair<std::string_view, Bytes>, 8> parts {{{"parameters", breakdown.parameters},
                                                                    {"gradients", breakdown.gradients},
                                                                    {"optimizer", breakdown.optimizer},
                                                                    {"activations", breakdown.activations},
                                                                    {"boundaries", breakdown.boundaries},
                                                                    {"communication", breakdown.communication},
                                                                    {"workspace", breakdown.workspace},
                                                                    {"framework", breakdown.framework}}};
    return *std::max_element(parts.begin(), parts.end(),
                             [](const auto& a, const auto& b) { return a.second < b.second; });
}

}
