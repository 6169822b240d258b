// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/searchrounds.h"

#include "core/memory/stagepeaks.h"

#include <algorithm>
#include <functional>
#include <set>
#include <tuple>

namespace stagecraft {

namespace {

// Sort key for schedules, in the order of their rounds.
using Order = std::tuple<bool, bool, ScheduleKind, int>;

Order orderOf(const Constraints& fixed)
{
    const bool common = fixed.schedule == ScheduleKind::OneForwardOneBackward;
    return {!hasClosedForm(fixed.schedule), !common, fixed.schedule, fixed.interleave};
}

// Settings of a problem that does not vary these dimensions.
struct Plain {
    LayerPolicy usual;
    StateOffload offload;
    bool sequence;

    explicit Plain(const Constraints& fixed)
        : usual(fixed.policies.usual), offload(fixed.training.offload), sequence(fixed.degrees.sharding.sequence)
    {
    }

    void lower(const Plain& other)
    {
        usual = std::min(usual, other.usual);
        offload = std::min(offload, other.offload);
        sequence = sequence && other.sequence;
    }

    bool operator==(const Plain&) const = default;
};

class Rounds {
public:
    explicit Rounds(const PlanSpace& space) : m_space(space) {}

    void add(bool exact, const std::function<bool(const Constraints&)>& has)
    {
        SearchRound round {{}, exact};
        for (const Configuration& config_group : m_space.configGroups()) {
            const auto index = static_cast<std::size_t>(config_group.config_group);
            round.config_groups.resize(std::max(round.config_groups.size(), index + 1));
            round.config_groups[index] = has(m_space.configGroup(config_group).fixed);
        }
        const auto same = [&](const SearchRound& other) { return other.config_groups == round.config_groups; };
        const bool any =
            std::find(round.config_groups.begin(), round.config_groups.end(), true) != round.config_groups.end();
        if (any && std::none_of(m_rounds.begin(), m_rounds.end(), same)) {
            m_rounds.push_back(std::move(round));
        }
    }

    std::vector<SearchRound> take() && { return std::move(m_rounds); }

private:
    const PlanSpace& m_space;
    std::vector<SearchRound> m_rounds;
};

}

std::vector<SearchRound> searchRounds(const PlanSpace& space)
{
    if (space.configGroups().empty()) {
        return {};
    }
    std::set<Order> orders;
    Plain plain(space.configGroup(space.configGroups().front()).fixed);
    for (const Configuration& config_group : space.configGroups()) {
        orders.insert(orderOf(space.configGroup(config_group).fixed));
        plain.lower(Plain(space.configGroup(config_group).fixed));
    }
    Rounds rounds(space);
    for (const bool closed : {true, false}) {
        for (const bool all : {false, true}) {
            for (const Order& order : orders) {
                if (std::get<0>(order) != closed) {
                    rounds.add(closed && std::get<2>(order) == ScheduleKind::OneForwardOneBackward,
                               [&](const Constraints& fixed) {
                                   return orderOf(fixed) == order && (all || Plain(fixed) == plain);
                               });
                }
            }
        }
    }
    std::vector<SearchRound> made = std::move(rounds).take();
    return made.size() > 1 ? made : std::vector<SearchRound>();
}

std::int64_t workOfRound(const std::vector<SearchRound>& rounds, std::size_t round, std::int64_t left)
{
    return rounds[round].exact ? left / 2 : left / static_cast<std::int64_t>(rounds.size() - round);
}

}
