// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/baselines/uniform.h"

namespace stagecraft {

std::vector<int> uniformCuts(int layers, int places)
{
    std::vector<int> cuts {0};
    for (int s = 0; s < places; ++s) {
        cuts.push_back(cuts.back() + layers / places + (s < layers % places ? 1 : 0));
    }
    return cuts;
}

}
