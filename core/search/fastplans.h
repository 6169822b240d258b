// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/comparablepeak.h"
#include "core/search/degreesearch.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace stagecraft {

// Plan of a mixed search.
struct MixedPlan {
    Plan plan;
    ComparablePeak comparable_peak; // peak of its fullest device
    Seconds step; // approximate, to order plans: guessedStep()
};

// Fastest plans found for each of several ascending limits of the comparable peak.
class FastPlans {
public:
    // Limits: `first` and up to `count` more up to `most`, in equal ratios, rounded to multiples of 1 / `unit`; only
    // `first` if it is not below `most`. Keeps `kept` plans for the first limit and one for each other limit.
    FastPlans(ComparablePeak first, ComparablePeak most, Bytes unit, int count, std::size_t kept);

    std::size_t size() const { return m_limits.size(); }
    const ComparablePeak& limit(std::size_t i) const { return m_limits[i]; }
    const std::vector<MixedPlan>& plans(std::size_t i) const { return m_plans[i]; } // fastest first
    // Returns the step that a plan must be below to be kept for a limit.
    Seconds slowest(std::size_t i) const;
    void add(const MixedPlan& found);

private:
    std::size_t kept(std::size_t i) const { return i == 0 ? m_kept : 1; }

    std::vector<ComparablePeak> m_limits;
    std::vector<std::vector<MixedPlan>> m_plans;
    std::size_t m_kept;
};

// Estimates the step of a pipeline: the longest stage runs all micro-batches, the others one (all, if micro-batches do
// not overlap), followed by the all-reduce of the gradients of a stage.
Seconds guessedStep(const DegreeSearch& search, const StageTable& table, const StagePartition& partition);

}
