// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace stagecraft {

// Port of DeepSpeed's partition_balanced() (deepspeed/runtime/utils.py): a dynamic program for the smallest difference
// between the largest and the smallest part. Not exact even for that, as it keeps one state for each prefix and number
// of parts, the last of equal ones. If there are no more layers than parts, splits evenly.
class BalancedPartition {
public:
    // Complexity: O(layers^2 x most_parts).
    BalancedPartition(const std::vector<double>& weights, int most_parts);

    // Returns the split points for 1 <= parts <= most_parts. A part may be empty.
    std::vector<int> into(int parts) const;

private:
    std::vector<std::vector<int>> m_from; // [layers][parts]: first layer of the last part
};

}
