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

// Schedules in the order of their rounds.
using Order = std::tuple<bool, bool, ScheduleKind, int>;

Order orderOf(const Constraints& fixed)
{
    const bool common = fixed.schedule == ScheduleKind::OneForwardOneBackward;
    return {!hasClosedForm(fixed.schedule), !common, fixed.schedule, fixed.interleave};
}

// What a question without these dimensions has.
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
        for (const Configuration& family : m_space.families()) {
            const auto index = static_cast<std::size_t>(family.family);
            round.families.resize(std::max(round.families.size(), index + 1));
            round.families[index] = has(m_space.family(family).fixed);
        }
        const auto same = [&](const SearchRound& other) { return other.families == round.families; };
        const bool any = std::find(round.families.begin(), round.families.end(), true) != round.families.end();
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
    if (space.families().empty()) {
        return {};
    }
    std::set<Order> orders;
    Plain plain(space.family(space.families().front()).fixed);
    for (const Configuration& family : space.families()) {
        orders.insert(orderOf(space.family(family).fixed));
        plain.lower(Plain(space.family(family).fixed));
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
