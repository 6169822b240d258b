// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

namespace stagecraft::testing {

// Every way to cut `layers` layers into `pipeline_ranks` stages.
inline void forEachPartition(int layers, int pipeline_ranks, std::vector<int>& cuts,
                             const std::function<void(const std::vector<int>&)>& visit)
{
    if (static_cast<int>(cuts.size()) == pipeline_ranks) {
        cuts.push_back(layers);
        visit(cuts);
        cuts.pop_back();
        return;
    }
    const int left = pipeline_ranks - static_cast<int>(cuts.size());
    for (int next = cuts.back() + 1; next <= layers - left; ++next) {
        cuts.push_back(next);
        forEachPartition(layers, pipeline_ranks, cuts, visit);
        cuts.pop_back();
    }
}

}
