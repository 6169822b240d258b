// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace stagecraft {

// DeepSpeed's partition_balanced() (deepspeed/runtime/utils.py): a dynamic program for the least difference of the
// largest and the smallest part. It keeps one state for each prefix and number of parts, the last of equal ones, so
// that it is not exact even for that. Where there are no more layers than parts they are cut evenly.
class BalancedPartition {
public:
    // O(layers^2 x most_parts).
    BalancedPartition(const std::vector<double>& weights, int most_parts);

    // 1 <= parts <= most_parts. A part may be empty.
    std::vector<int> into(int parts) const;

private:
    std::vector<std::vector<int>> m_from; // [layers][parts]: with which layer the last part begins
};

}
