// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/zerolikes.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>

namespace stagecraft {

namespace {

// For each family the first that differs in nothing but the ZeRO stage.
std::map<int, int> firstAlike(const PlanSpace& space)
{
    std::map<std::tuple<ScheduleKind, std::int64_t, int, int>, std::vector<std::pair<Constraints, int>>> known;
    std::map<int, int> first;
    for (const Configuration& c : space.families()) {
        const PlanFamily& family = space.family(c);
        Constraints fixed = family.fixed;
        fixed.zero = 0;
        auto& like = known[{fixed.schedule, family.micro_batches, family.data(), fixed.degrees.ranks()}];
        const auto at = std::find_if(like.begin(), like.end(), [&](const auto& each) { return each.first == fixed; });
        first[c.family] = at != like.end() ? at->second : c.family;
        if (at == like.end()) {
            like.emplace_back(std::move(fixed), c.family);
        }
    }
    return first;
}

}

std::vector<std::vector<Configuration>> alikeButForZero(const PlanSpace& space,
                                                        const std::vector<Configuration>& configurations)
{
    std::map<std::pair<int, int>, std::size_t> index; // by the first family of its like, and depth
    std::vector<std::vector<Configuration>> likes;
    const std::map<int, int> first = firstAlike(space);
    for (const Configuration& c : configurations) {
        const auto [at, is_new] = index.emplace(std::pair {first.at(c.family), c.pipeline_ranks}, likes.size());
        if (is_new) {
            likes.emplace_back();
        }
        likes[at->second].push_back(c);
    }
    return likes;
}

}
