// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/candidatelist.h"
#include "core/search/chainlibrary.h"
#include "core/search/planspace.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace stagecraft {

// A plan with layer policies chosen per layer, with its costs and its estimate (bySlack).
struct PolicyPlan {
    Plan plan;
    PlanCosts costs;
    Bytes peak;
    Seconds step;
    bool fits = false;
};

// Chooses per-layer policies for partitions found by a search, as far as the problem varies them
// (Dimension::RecomputeLayers, Dimension::Swap); split points stay. Skips plans that the problem's target cannot
// express. Keeps references to its arguments. For one thread.
class PolicyChoice {
public:
    PolicyChoice(const Problem& problem, const CostModel& model, std::stop_token stop);

    // True if the problem varies per-layer policies.
    bool asked() const { return m_recompute || m_swap; }

    // Returns the best plan found with a lower peak than the partition, or an equal peak and a shorter step.
    std::optional<PolicyPlan> better(const PlanSpace& space, const ConfiguredPartition& found);
    // Returns plans that may be Pareto-optimal between these points, which are ordered by step time.
    std::vector<PolicyPlan> between(const PlanSpace& space, const std::vector<ConfiguredPartition>& points);

    // Returns a lower bound of the peak of any plan with such policies.
    Bytes bound(const PlanSpace& space);

private:
    // Recomputes layers of each stage to keep it within the limit with the shortest recomputation time. If the layers
    // are equal: the fewest, from the first on, since that frees most during recomputation. Else: also in the order of
    // bytes freed per second, without unneeded layers. Empty if a stage cannot be brought within the limit. The limit
    // applies to predicted bytes, or to upper bounds if plans must fit.
    std::optional<LayerPolicies> recomputed(ConfigurationSearch& config_group, const std::vector<int>& split_points,
                                            Bytes limit, PartitionFilter wanted);
    // Returns the plan with KARMA's swap choice for devices with `limit` bytes.
    std::optional<PolicyPlan> swapped(ConfigurationSearch& config_group, const std::vector<int>& split_points,
                                      Bytes limit);
    std::optional<PolicyPlan> estimated(Plan plan);
    std::optional<PolicyPlan> recomputedPlan(ConfigurationSearch& config_group, const std::vector<int>& split_points,
                                             Bytes limit, PartitionFilter wanted);
    const LibraryChain* chain(const ConfigurationSearch& config_group, LayerPolicy policy);

    const Problem& m_problem;
    const CostModel& m_model;
    std::stop_token m_stop;
    bool m_recompute;
    bool m_swap;
    ChainLibrary m_library;
    ScheduleTables m_tables;
};

}
