// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/planspace.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace stagecraft {

// Configurations in the order of their step bounds, once for each limit of their peaks. Most limits ask for the first
// few of hundreds of thousands, so that a family is told by its bounds until it comes first. Refers to `space`.
class WaitingConfigurations {
public:
    // `families` with what bounds all of their plans (PlanSpace::families()), and configurations of other families.
    WaitingConfigurations(const PlanSpace& space, const std::vector<Configuration>& families,
                          const std::vector<Configuration>& configurations);

    bool isEmpty() const { return m_items.empty(); }
    // With the least bound, whatever its peak. Of a family its deepest.
    const Configuration& first() const { return m_items.front().configuration; }

    // Begins anew, without those whose peaks are bounded above `limit`.
    void restart(Bytes limit);
    // Nothing behind the last.
    std::optional<Configuration> next();

private:
    struct Item {
        Configuration configuration;
        bool family = false;
    };

    void openFamilies(); // those that may have what comes next

    const PlanSpace& m_space;
    std::vector<Item> m_items; // in order
    std::size_t m_next = 0; // of them
    std::vector<Configuration> m_opened; // of families, a heap with what comes first on top
    Bytes m_limit = noPeak;
};

}
