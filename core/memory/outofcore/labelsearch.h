// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/memory/outofcore/threestreams.h"

namespace stagecraft {

// Relative difference up to which step times count as equal.
inline constexpr double sameStepTime = 1e-9;

// Result of branch and bound over the labels of blocks, from the front, lowest bound first.
struct LabelSearch {
    BlockLabels labels; // best labels known or found
    Seconds time;
    Seconds bound; // lower bound over the unvisited labels; the smaller of this and `time` is one over all labels
    bool complete = false; // all labels were visited or proven no better
};

// Searches from known labels that take `known.time`. Stops after `most_choices` partial choices.
LabelSearch searchLabels(const std::vector<OutOfCoreBlock>& blocks, const StreamRules& rules, Bytes host,
                         LabelSearch known, std::int64_t most_choices);

}
