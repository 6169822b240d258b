// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/fastplans.h"

#include <algorithm>
#include <cmath>

namespace stagecraft {

FastPlans::FastPlans(ComparablePeak first, ComparablePeak most, Bytes unit, int count, std::size_t kept)
    : m_limits {first}, m_kept(kept)
{
    const double ratio = most.value() / std::max(first.value(), 1e-300);
    for (int i = 1; i <= count && most > first; ++i) {
        const double limit = first.value() * std::pow(ratio, static_cast<double>(i) / count);
        const ComparablePeak rounded {Bytes(static_cast<std::int64_t>(limit * static_cast<double>(unit.value))), unit};
        if (rounded > m_limits.back()) {
            m_limits.push_back(rounded);
        }
    }
    m_plans.resize(m_limits.size());
}

Seconds FastPlans::slowest(std::size_t i) const
{
    return m_plans[i].size() < kept(i) ? Seconds(1e300) : m_plans[i].back().step;
}

void FastPlans::add(const MixedPlan& found)
{
    for (std::size_t i = 0; i < m_limits.size(); ++i) {
        if (found.comparable_peak > m_limits[i] || found.step >= slowest(i)) {
            continue;
        }
        auto& plans = m_plans[i];
        if (std::any_of(plans.begin(), plans.end(), [&](const MixedPlan& p) { return p.plan == found.plan; })) {
            continue;
        }
        const auto behind =
            std::find_if(plans.begin(), plans.end(), [&](const MixedPlan& p) { return found.step < p.step; });
        plans.insert(behind, found);
        plans.resize(std::min(plans.size(), kept(i)), found);
    }
}

Seconds guessedStep(const DegreeSearch& search, const StageTable& table, const StagePartition& partition)
{
    const Constraints& fixed = table.problem().constraints;
    // ZeRO 2 and 3 communicate per micro-batch, each collective costing half an all-reduce; ZeRO 3 also gathers
    // parameters.
    const double exchanges =
        fixed.zero < 2 ? 1.0 : static_cast<double>(table.microBatches()) * (fixed.zero < 3 ? 0.5 : 1.5);
    Seconds longest;
    Seconds passes; // one micro-batch through all stages
    for (const PartitionStage& stage : partition.stages) {
        passes += table.forward(stage.layers, stage.option) + table.backward(stage.layers, stage.option);
        longest = std::max(longest, search.workOf(stage) + table.reduction(stage.layers, stage.option) * exchanges);
    }
    const bool one_by_one =
        fixed.schedule == ScheduleKind::Sequential; // a micro-batch begins when the previous one has ended
    return longest + passes * (one_by_one ? static_cast<double>(table.microBatches()) : 1.0);
}

}
