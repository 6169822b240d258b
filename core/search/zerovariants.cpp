// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/zerovariants.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>

namespace stagecraft {

namespace {

// Maps each configuration group to the first one that differs only in the ZeRO stage.
std::map<int, int> firstIdentical(const PlanSpace& space)
{
    std::map<std::tuple<ScheduleKind, std::int64_t, int, int>, std::vector<std::pair<Constraints, int>>> known;
    std::map<int, int> first;
    for (const Configuration& c : space.configGroups()) {
        const ConfigurationGroup& config_group = space.configGroup(c);
        Constraints fixed = config_group.fixed;
        fixed.zero = 0;
        auto& like = known[{fixed.schedule, config_group.micro_batches, config_group.data(), fixed.degrees.ranks()}];
        const auto at = std::find_if(like.begin(), like.end(), [&](const auto& each) { return each.first == fixed; });
        first[c.config_group] = at != like.end() ? at->second : c.config_group;
        if (at == like.end()) {
            like.emplace_back(std::move(fixed), c.config_group);
        }
    }
    return first;
}

}

std::vector<std::vector<Configuration>> zeroVariants(const PlanSpace& space,
                                                     const std::vector<Configuration>& configurations)
{
    std::map<std::pair<int, int>, std::size_t> index; // keyed by the first equivalent configuration group, and depth
    std::vector<std::vector<Configuration>> zero_variants;
    const std::map<int, int> first = firstIdentical(space);
    for (const Configuration& c : configurations) {
        const auto [at, is_new] =
            index.emplace(std::pair {first.at(c.config_group), c.pipeline_ranks}, zero_variants.size());
        if (is_new) {
            zero_variants.emplace_back();
        }
        zero_variants[at->second].push_back(c);
    }
    return zero_variants;
}

}
