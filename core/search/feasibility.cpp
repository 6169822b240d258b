// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/feasibility.h"

#include <algorithm>
#include <set>

namespace stagecraft {

bool hasFittingPlan(const PlanSpace& space, const Configuration& c, const std::stop_token& stop)
{
    FamilySearch& family = space.search(c);
    return family.roomBound(c.pipeline_ranks) >= Bytes(0)
        && family.partitions(Wanted::Fitting).feasible(c.pipeline_ranks, family.fittingPeak(c.pipeline_ranks), stop);
}

std::optional<Configuration> anyFitting(const PlanSpace& space, const std::stop_token& stop, int beyond)
{
    std::vector<std::pair<Bytes, Configuration>> by_room;
    for (const Configuration& family : space.families()) {
        for (const Configuration& c : space.configurations(family.family)) {
            if (space.devices(c) <= beyond) {
                continue;
            }
            if (const Bytes room = space.search(c).roomBound(c.pipeline_ranks); room >= Bytes(0)) {
                by_room.emplace_back(room, c);
            }
        }
    }
    std::stable_sort(by_room.begin(), by_room.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    for (const auto& [room, c] : by_room) {
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
    for (const Configuration& family : space.families()) {
        const PlanFamily& of = space.family(family);
        for (int pipeline_ranks = of.shallowest; pipeline_ranks <= family.pipeline_ranks; ++pipeline_ranks) {
            counts.insert(of.devices(pipeline_ranks));
        }
    }
    return {counts.begin(), counts.end()};
}

std::vector<Configuration> configurationsOn(const PlanSpace& space, int devices)
{
    std::vector<Configuration> all;
    for (const Configuration& family : space.families()) {
        const PlanFamily& of = space.family(family);
        const int pipeline_ranks = devices / of.devices(1);
        if (devices % of.devices(1) == 0 && pipeline_ranks >= of.shallowest
            && pipeline_ranks <= family.pipeline_ranks) {
            FamilySearch& search = space.search(family);
            all.push_back(
                {family.family, pipeline_ranks, search.peakBound(pipeline_ranks), search.stepBound(pipeline_ranks)});
        }
    }
    return all;
}

}
