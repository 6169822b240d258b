// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/planspace.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace stagecraft {

// Configurations in ascending order of their step bounds, iterated anew for each peak limit. Most limits need only the
// first few of hundreds of thousands, so a configuration group is represented by its bounds until it comes first. Holds
// a reference to `space`.
class ConfigurationQueue {
public:
    // `config_groups`: with bounds over all of their plans (PlanSpace::configGroups()). `configurations`: of other
    // configuration groups.
    ConfigurationQueue(const PlanSpace& space, const std::vector<Configuration>& config_groups,
                       const std::vector<Configuration>& configurations);

    bool isEmpty() const { return m_items.empty(); }
    // Returns the configuration with the lowest step bound, regardless of its peak; for a configuration group its
    // deepest.
    const Configuration& first() const { return m_items.front().configuration; }

    // Restarts the iteration, skipping configurations whose peak bound is above `limit`.
    void restart(Bytes limit);
    // Empty after the last configuration.
    std::optional<Configuration> next();

private:
    struct Item {
        Configuration configuration;
        bool config_group = false;
    };

    void openConfigurationGroups(); // expands the groups that may contain the next configuration

    const PlanSpace& m_space;
    std::vector<Item> m_items; // sorted by comesFirst()
    std::size_t m_next = 0; // index into m_items
    std::vector<Configuration> m_opened; // configurations of expanded groups, a heap with the next one on top
    Bytes m_limit = noPeak;
};

}
