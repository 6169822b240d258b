// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/configurationqueue.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace stagecraft {

namespace {

bool comesFirst(const Configuration& a, const Configuration& b)
{
    return std::tie(a.step_bound, a.config_group, a.pipeline_ranks)
        < std::tie(b.step_bound, b.config_group, b.pipeline_ranks);
}

// Comparator for std heaps: puts the first configuration on top.
bool comesLater(const Configuration& a, const Configuration& b)
{
    return comesFirst(b, a);
}

}

ConfigurationQueue::ConfigurationQueue(const PlanSpace& space, const std::vector<Configuration>& config_groups,
                                       const std::vector<Configuration>& configurations)
    : m_space(space)
{
    m_items.reserve(config_groups.size() + configurations.size());
    for (const Configuration& each : config_groups) {
        m_items.push_back({each, true});
    }
    for (const Configuration& each : configurations) {
        m_items.push_back({each, false});
    }
    std::sort(m_items.begin(), m_items.end(),
              [](const Item& a, const Item& b) { return comesFirst(a.configuration, b.configuration); });
}

void ConfigurationQueue::restart(Bytes limit)
{
    m_limit = limit;
    m_next = 0;
    m_opened.clear();
}

void ConfigurationQueue::openConfigurationGroups()
{
    for (; m_next < m_items.size(); ++m_next) {
        const auto& [c, config_group] = m_items[m_next];
        if (c.peak_bound > m_limit) {
            continue;
        }
        if (!config_group || (!m_opened.empty() && comesFirst(m_opened.front(), c))) {
            return;
        }
        for (const Configuration& each : m_space.configurations(c.config_group)) {
            if (each.peak_bound <= m_limit) {
                m_opened.push_back(each);
                std::push_heap(m_opened.begin(), m_opened.end(), comesLater);
            }
        }
    }
}

std::optional<Configuration> ConfigurationQueue::next()
{
    openConfigurationGroups();
    if (m_next < m_items.size() && (m_opened.empty() || comesFirst(m_items[m_next].configuration, m_opened.front()))) {
        return m_items[m_next++].configuration;
    }
    if (m_opened.empty()) {
        return std::nullopt;
    }
    std::pop_heap(m_opened.begin(), m_opened.end(), comesLater);
    const Configuration opened = m_opened.back();
    m_opened.pop_back();
    return opened;
}

}
