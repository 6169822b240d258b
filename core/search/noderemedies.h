// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/settingremedies.h"

#include <optional>
#include <utility>
#include <vector>

namespace stagecraft {

// Remedies that add nodes, after the same initial changes (to the framework, or none). Holds references to the trials
// and to the problem, which must have one device group, no given split points, and no plan that fits.
class NodeRemedies {
public:
    NodeRemedies(RemedyTrials& trials, const Problem& problem, RemedyChanges before);

    // Returns these remedies: the fewest whole nodes on which a plan fits with unchanged settings; if such nodes or
    // settings alone (`settings_help`) suffice, one or two settings (except host offload) on fewer nodes than without
    // settings, else all settings on the fewest nodes; and, if no settings suffice without host offload, all other
    // settings that gain something on twice the nodes.
    std::vector<Remedy> all(bool settings_help);

private:
    SettingRemedies on(int nodes) const;
    int nodes() const { return m_problem.cluster.groups.front().nodes; }
    int mostNodes() const;
    int devicesOf(int nodes) const { return nodes * m_problem.cluster.groups.front().devices_per_node; }
    // Returns the least sufficient number above `refused`, which is insufficient: doubles the increment, then bisects.
    // Relies on monotonicity: plans on some nodes are also plans on more. isEnough() gets a number and a smaller one
    // known to be insufficient.
    template <typename Enough>
    std::optional<int> leastNodes(int refused, int most, const Enough& isEnough) const;
    std::optional<Remedy> fewestNodes(const SettingSubset& subset) const;
    bool addNodes();
    void addNodesWithSettings();
    void addNodesBesideSettings();
    void addTwiceTheNodes();
    std::optional<int> nodesBeside(const SettingSubset& subset, const std::vector<std::pair<SettingSubset, int>>& parts,
                                   int most) const;
    void add(std::vector<Remedy> remedies);

    RemedyTrials& m_trials;
    const Problem& m_problem;
    const RemedyChanges m_before;
    const std::vector<RemedySetting> m_settings; // available with more nodes
    std::vector<Remedy> m_found;
};

}
