// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/comparablepeak.h"
#include "core/search/degreesearch.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace stagecraft {

// A plan of a mixed search.
struct MixedPlan {
    Plan plan;
    ComparablePeak comparable_peak; // of its fullest device
    Seconds step; // about, to order plans by: guessedStep()
};

// Plans for limits of the comparable peak, ascending: of each limit the quickest few that were found.
class FastPlans {
public:
    // `first`, and `count` more up to `most`, in equal ratios and in whole parts of `unit`; `first` alone where it is
    // no less than `most`. Of the first limit `kept` plans, of others one.
    FastPlans(ComparablePeak first, ComparablePeak most, Bytes unit, int count, std::size_t kept);

    std::size_t size() const { return m_limits.size(); }
    const ComparablePeak& limit(std::size_t i) const { return m_limits[i]; }
    const std::vector<MixedPlan>& plans(std::size_t i) const { return m_plans[i]; } // the quickest first
    // What a plan must be quicker than to be one of those of a limit.
    Seconds slowest(std::size_t i) const;
    void add(const MixedPlan& found);

private:
    std::size_t kept(std::size_t i) const { return i == 0 ? m_kept : 1; }

    std::vector<ComparablePeak> m_limits;
    std::vector<std::vector<MixedPlan>> m_plans;
    std::size_t m_kept;
};

// About the step of a pipeline: its longest stage does all micro-batches, the others one (all, where micro-batches do
// not overlap), and the gradients of a stage are all-reduced after that.
Seconds guessedStep(const DegreeSearch& search, const StageTable& table, const StagePartition& partition);

}
