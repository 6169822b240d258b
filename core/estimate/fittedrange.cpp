// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/fittedrange.h"

#include "core/cost/stacks/memorymodel.h"

#include <algorithm>

namespace stagecraft {

FittedRange::FittedRange(const Stack& stack)
{
    for (const StackRow& row : stack.rows) {
        if (!row.memory_skipped.empty() && !row.time_skipped.empty()) {
            continue;
        }
        const Modelled known = modelledRun(row.run, stack.form);
        if (!known) {
            continue;
        }
        const Standing at = standingOf(*known);
        if (row.memory_skipped.empty()) {
            m_memory.add(at);
        }
        if (row.time_skipped.empty()) {
            m_time.add(at);
        }
    }
}

FittedRange::Standing FittedRange::standingOf(const ModelledRun& run)
{
    return {{modelParameters(run), static_cast<double>(run.layers), run.hidden, run.sequence, run.micro_batch,
             static_cast<double>(run.devices), static_cast<double>(run.pipeline), static_cast<double>(run.data),
             static_cast<double>(run.tensor), static_cast<double>(run.context), static_cast<double>(run.experts),
             run.vocabulary},
            run.recomputation,
            run.zero};
}

void FittedRange::Range::add(const Standing& at)
{
    for (std::size_t i = 0; i < amounts; ++i) {
        least[i] = any ? std::min(least[i], at.amounts[i]) : at.amounts[i];
        most[i] = any ? std::max(most[i], at.amounts[i]) : at.amounts[i];
    }
    recomputations.insert(at.recomputation);
    zero_stages.insert(at.zero);
    any = true;
}

bool FittedRange::Range::isBeyond(const Standing& at) const
{
    bool beyond = !recomputations.contains(at.recomputation) || !zero_stages.contains(at.zero);
    for (std::size_t i = 0; i < amounts; ++i) {
        beyond = beyond || at.amounts[i] < least[i] || at.amounts[i] > most[i];
    }
    return any && beyond;
}

}
