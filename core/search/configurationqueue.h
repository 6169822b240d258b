// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/planspace.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace stagecraft {

// Configurations in the order of their step bounds, once for each limit of their peaks. Most limits ask for the first
// few of hundreds of thousands, so that a configuration group is told by its bounds until it comes first. Refers to
// `space`.
class ConfigurationQueue {
public:
    // `config_groups` with what bounds all of their plans (PlanSpace::configGroups()), and configurations of other
    // configuration groups.
    ConfigurationQueue(const PlanSpace& space, const std::vector<Configuration>& config_groups,
                       const std::vector<Configuration>& configurations);

    bool isEmpty() const { return m_items.empty(); }
    // With the least bound, whatever its peak. Of a configuration group its deepest.
    const Configuration& first() const { return m_items.front().configuration; }

    // Begins anew, without those whose peaks are bounded above `limit`.
    void restart(Bytes limit);
    // Nothing behind the last.
    std::optional<Configuration> next();

private:
    struct Item {
        Configuration configuration;
        bool config_group = false;
    };

    void openConfigurationGroups(); // those that may have what comes next

    const PlanSpace& m_space;
    std::vector<Item> m_items; // in order
    std::size_t m_next = 0; // of them
    std::vector<Configuration> m_opened; // of configuration groups, a heap with what comes first on top
    Bytes m_limit = noPeak;
};

}
