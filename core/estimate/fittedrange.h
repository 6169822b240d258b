// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/stacks/modelledrun.h"
#include "core/cost/stacks/stack.h"

#include <array>
#include <set>

namespace stagecraft {

// Sizes, batch and degrees of the runs that a stack's memory and times were fitted on, from the least to the most, and
// their ways to recompute and ZeRO stages.
// Immutable; safe from any thread.
class FittedRange {
public:
    explicit FittedRange(const Stack& stack);

    // Whether the run is outside of all that memory, or times, were fitted on. Never where the stack has no such run.
    bool isBeyondMemory(const ModelledRun& run) const { return m_memory.isBeyond(standingOf(run)); }
    bool isBeyondTime(const ModelledRun& run) const { return m_time.isBeyond(standingOf(run)); }

private:
    static constexpr std::size_t amounts = 12;
    using Amounts = std::array<double, amounts>;

    struct Standing {
        Amounts amounts {};
        Recomputation recomputation = Recomputation::None;
        int zero = 0;
    };

    struct Range {
        bool any = false;
        Amounts least {};
        Amounts most {};
        std::set<Recomputation> recomputations;
        std::set<int> zero_stages;

        void add(const Standing& at);
        bool isBeyond(const Standing& at) const;
    };

    static Standing standingOf(const ModelledRun& run);

    Range m_memory;
    Range m_time;
};

}
