// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/memory/outofcore/threestreams.h"

namespace stagecraft {

// Times that are closer to each other count as equal; relative.
inline constexpr double sameStepTime = 1e-9;

// Branch and bound over the labels of blocks, from the front, the least bound first.
struct LabelSearch {
    BlockLabels labels; // the best that was known or found
    Seconds time;
    Seconds bound; // of what was not looked at: no labels give less than the smaller of this and `time`
    bool complete = false; // all was looked at or shown to be no better
};

// Begins with labels that take `known.time`. Stops after so many of its partial choices.
LabelSearch searchLabels(const std::vector<OutOfCoreBlock>& blocks, const StreamRules& rules, Bytes host,
                         LabelSearch known, std::int64_t most_choices);

}
