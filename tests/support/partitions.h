// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

namespace stagecraft::testing {

// Calls a function for every partition of `layers` layers into `pipeline_ranks` stages.
inline void forEachPartition(int layers, int pipeline_ranks, std::vector<int>& split_points,
                             const std::function<void(const std::vector<int>&)>& visit)
{
    if (static_cast<int>(split_points.size()) == pipeline_ranks) {
        split_points.push_back(layers);
        visit(split_points);
        split_points.pop_back();
        return;
    }
    const int left = pipeline_ranks - static_cast<int>(split_points.size());
    for (int next = split_points.back() + 1; next <= layers - left; ++next) {
        split_points.push_back(next);
        forEachPartition(layers, pipeline_ranks, split_points, visit);
        split_points.pop_back();
    }
}

}
