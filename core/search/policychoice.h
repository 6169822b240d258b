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

// A plan whose layers have policies of their own, with its costs and what is estimated of it (bySlack).
struct PolicyPlan {
    Plan plan;
    PlanCosts costs;
    Bytes peak;
    Seconds step;
    bool fits = false;
};

// Gives the layers of partitions that a search found policies of their own, as far as the problem varies them
// (Dimension::RecomputeLayers, Dimension::Swap): split points stay. Plans that the problem's target cannot be told are
// none. Holds references to its arguments. For one thread.
class PolicyChoice {
public:
    PolicyChoice(const Problem& problem, const CostModel& model, std::stop_token stop);

    // Whether the problem asks for such plans.
    bool asked() const { return m_recompute || m_swap; }

    // With a peak below that of the partition, or as high and a shorter step, the best that is found.
    std::optional<PolicyPlan> better(const PlanSpace& space, const ConfiguredPartition& found);
    // Those that may lie on the front between these points, which are ordered by their steps.
    std::vector<PolicyPlan> between(const PlanSpace& space, const std::vector<ConfiguredPartition>& points);

    // No plan with such policies has a lower peak.
    Bytes bound(const PlanSpace& space);

private:
    // Of each stage as few layers are run again as keep it within the limit, in the sense of the time that takes:
    // fewest where they are equal, from the first on, so that most is freed when they run again; else also in the order
    // of the bytes that they free in a time, and without those that are not needed. Nothing where a stage has too few.
    // The limit is of what stages are predicted to take, or where they must fit of what they take at most.
    std::optional<LayerPolicies> recomputed(ConfigurationSearch& config_group, const std::vector<int>& split_points,
                                            Bytes limit, PartitionFilter wanted);
    // As KARMA chooses on devices with so much room.
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
