// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/feasibility.h"

#include <algorithm>
#include <set>

namespace stagecraft {

bool hasFittingPlan(const PlanSpace& space, const Configuration& c, const std::stop_token& stop)
{
    ConfigurationSearch& config_group = space.search(c);
    return config_group.headroomBound(c.pipeline_ranks) >= Bytes(0)
        && config_group.partitions(PartitionFilter::Fitting)
               .feasible(c.pipeline_ranks, config_group.fittingPeak(c.pipeline_ranks), stop);
}

std::optional<Configuration> anyFitting(const PlanSpace& space, const std::stop_token& stop, int beyond)
{
    std::vector<std::pair<Bytes, Configuration>> by_headroom;
    for (const Configuration& config_group : space.configGroups()) {
        for (const Configuration& c : space.configurations(config_group.config_group)) {
            if (space.devices(c) <= beyond) {
                continue;
            }
            if (const Bytes headroom = space.search(c).headroomBound(c.pipeline_ranks); headroom >= Bytes(0)) {
                by_headroom.emplace_back(headroom, c);
            }
        }
    }
    std::stable_sort(by_headroom.begin(), by_headroom.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    for (const auto& [headroom, c] : by_headroom) {
        const bool fits = hasFittingPlan(space, c, stop);
        if (stop.stop_requested()) {
            return std::nullopt;
        }
        if (fits) {
            return c;
        }
    }
    return std::nullopt;
}

std::vector<int> deviceCounts(const PlanSpace& space)
{
    std::set<int> counts;
    for (const Configuration& config_group : space.configGroups()) {
        const ConfigurationGroup& of = space.configGroup(config_group);
        for (int pipeline_ranks = of.shallowest; pipeline_ranks <= config_group.pipeline_ranks; ++pipeline_ranks) {
            counts.insert(of.devices(pipeline_ranks));
        }
    }
    return {counts.begin(), counts.end()};
}

std::vector<Configuration> configurationsOn(const PlanSpace& space, int devices)
{
    std::vector<Configuration> all;
    for (const Configuration& config_group : space.configGroups()) {
        const ConfigurationGroup& of = space.configGroup(config_group);
        const int pipeline_ranks = devices / of.devices(1);
        if (devices % of.devices(1) == 0 && pipeline_ranks >= of.shallowest
            && pipeline_ranks <= config_group.pipeline_ranks) {
            ConfigurationSearch& search = space.search(config_group);
            all.push_back({config_group.config_group, pipeline_ranks, search.peakBound(pipeline_ranks),
                           search.stepBound(pipeline_ranks)});
        }
    }
    return all;
}

}
