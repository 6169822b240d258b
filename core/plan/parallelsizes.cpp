// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/plan/parallelsizes.h"

namespace stagecraft {

std::string parallelismText(const ParallelSizes& sizes)
{
    const auto ifUsed = [](const char* name, std::int64_t size) {
        return size > 1 ? std::string(" ") + name + std::to_string(size) : std::string();
    };
    return "PP" + std::to_string(sizes.pipeline) + ifUsed("VPP", sizes.chunks) + " TP" + sizes.tensor
        + ifUsed("CP", sizes.context) + " DP" + sizes.data + ifUsed("EP", sizes.expert)
        + (sizes.sequence_parallel ? " +SP" : "");
}

}
