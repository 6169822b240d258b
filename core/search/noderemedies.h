// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/settingremedies.h"

#include <optional>
#include <utility>
#include <vector>

namespace stagecraft {

// The remedies with more nodes, after the same first changes (of the framework; or none). Holds references to the
// trials and to the problem, which no plan fits: of one group of devices, without given split points.
class NodeRemedies {
public:
    NodeRemedies(RemedyTrials& trials, const Problem& problem, RemedyChanges before);

    // The fewest whole nodes on which a plan fits with the settings as they are; where they suffice, or settings alone
    // do (`settings_help`), one or two settings (without the host) with fewer nodes than they take alone; else all
    // settings on the fewest nodes. And on twice the nodes all settings but the host that gain something, where no
    // settings but with the host suffice.
    std::vector<Remedy> all(bool settings_help);

private:
    SettingRemedies on(int nodes) const;
    int nodes() const { return m_problem.cluster.groups.front().nodes; }
    int mostNodes() const;
    int devicesOf(int nodes) const { return nodes * m_problem.cluster.groups.front().devices_per_node; }
    // The least number above `refused` that is enough: by doubling what is added, then by halving what lies between.
    // Plans on some nodes are plans on more of them: isEnough() is asked of a number, and of one below that is not.
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
    const std::vector<RemedySetting> m_settings; // where there are more nodes
    std::vector<Remedy> m_found;
};

}
