// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/baselines/uniform.h"

namespace stagecraft {

std::vector<int> uniformSplitPoints(int layers, int pipeline_ranks)
{
    std::vector<int> split_points {0};
    for (int s = 0; s < pipeline_ranks; ++s) {
        split_points.push_back(split_points.back() + layers / pipeline_ranks + (s < layers % pipeline_ranks ? 1 : 0));
    }
    return split_points;
}

}
