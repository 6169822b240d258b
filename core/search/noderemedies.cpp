// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/noderemedies.h"

#include "core/base/parallel.h"
#include "core/search/remedyranking.h"

#include <algorithm>
#include <iterator>
#include <string>

namespace stagecraft {

namespace {

// Largest number of devices to try, unless a few times the present nodes are more.
constexpr int mostRemedyDevices = 1024;
constexpr int mostTimesTheNodes = 4;
constexpr std::size_t mostBesideNodes = 2; // settings

int mostNodesOf(const ClusterGroup& group)
{
    return std::max(mostRemedyDevices / group.devices_per_node, mostTimesTheNodes * group.nodes);
}

RemedyChanges withNodes(RemedyChanges before, int nodes)
{
    before.push_back({RemedyKind::Nodes, std::to_string(nodes)});
    return before;
}

}

NodeRemedies::NodeRemedies(RemedyTrials& trials, const Problem& problem, RemedyChanges before)
    : m_trials(trials)
    , m_problem(problem)
    , m_before(std::move(before))
    , m_settings(remedySettings(withChanges(problem, withNodes(m_before, mostNodesOf(problem.cluster.groups.front())))))
{
}

std::vector<Remedy> NodeRemedies::all(bool settings_help)
{
    const bool grown = addNodes();
    settings_help || grown ? addNodesBesideSettings() : addNodesWithSettings();
    addTwiceTheNodes();
    return std::move(m_found);
}

SettingRemedies NodeRemedies::on(int nodes) const
{
    return {m_trials, m_problem, withNodes(m_before, nodes), m_settings};
}

int NodeRemedies::mostNodes() const
{
    return mostNodesOf(m_problem.cluster.groups.front());
}

void NodeRemedies::add(std::vector<Remedy> remedies)
{
    std::move(remedies.begin(), remedies.end(), std::back_inserter(m_found));
}

template <typename Enough>
std::optional<int> NodeRemedies::leastNodes(int refused, int most, const Enough& isEnough) const
{
    int enough = refused;
    for (int added = 1; enough == refused; added *= 2) {
        const int next = std::min(refused + added, most);
        if (next == refused || m_trials.stopped()) {
            return std::nullopt;
        }
        enough = next;
        if (!isEnough(next, refused)) {
            refused = next;
        }
    }
    while (enough - refused > 1 && !m_trials.stopped()) {
        const int middle = refused + (enough - refused) / 2;
        (isEnough(middle, refused) ? enough : refused) = middle;
    }
    return enough;
}

// Returns the remedy with the fewest nodes on which these settings suffice by bounds and by plans. Gives up if several
// times as many nodes have no plan: then more nodes do not help.
std::optional<Remedy> NodeRemedies::fewestNodes(const SettingSubset& subset) const
{
    const auto suffice = [&](int count, int refused) { return on(count).suffice(subset, devicesOf(refused)); };
    if (!suffice(mostNodes(), nodes())) {
        return std::nullopt;
    }
    const auto bound = leastNodes(nodes(), mostNodes(), suffice);
    std::optional<Remedy> remedy; // for the smallest number of nodes planned so far
    const auto isPlanned = [&](int count, int) {
        auto planned = on(count).fastest(subset);
        if (!planned) {
            return false;
        }
        remedy = std::move(planned);
        return true;
    };
    if (bound && !isPlanned(*bound, 0)) {
        leastNodes(*bound, std::min(mostNodes(), mostTimesTheNodes * *bound), isPlanned);
    }
    return remedy;
}

// Adds nodes with unchanged settings. True if that helps.
bool NodeRemedies::addNodes()
{
    const auto remedy = fewestNodes({});
    if (remedy) {
        add({*remedy});
    }
    return remedy.has_value();
}

// For problems that neither settings nor nodes alone solve.
void NodeRemedies::addNodesWithSettings()
{
    if (const auto remedy = fewestNodes(allOf(m_settings.size()))) {
        add(on(nodesOf(remedy->changes)).all());
    }
}

// For problems that settings or nodes alone solve: adds one or two settings that train faster with more nodes, on fewer
// nodes than without settings. Skips host offload of the optimizer, which more nodes make unnecessary.
void NodeRemedies::addNodesBesideSettings()
{
    int most = mostNodes();
    for (const Remedy& remedy : m_found) {
        most = remedy.needsDevices() ? std::min(most, nodesOf(remedy.changes) - 1) : most;
    }
    std::vector<std::pair<SettingSubset, int>> least; // nodes
    for (std::size_t count = 1; count <= std::min(mostBesideNodes, m_settings.size()); ++count) {
        for (const SettingSubset& subset : subsetsOf(count, m_settings.size())) {
            if (const auto number = nodesBeside(subset, least, most)) {
                least.emplace_back(subset, *number);
            }
        }
    }
    m_trials.expect(least.size());
    std::vector<std::optional<Remedy>> each(least.size());
    inParallel(least.size(), m_trials.stop(),
               [&](std::size_t i) { each[i] = on(least[i].second).fastest(least[i].first); });
    for (auto& remedy : each) {
        if (remedy) {
            add({*std::move(remedy)});
        }
    }
}

// For problems that settings solve only with host offload: adds all other settings that gain something on twice the
// nodes, as plans on the fewest sufficient nodes may be much slower.
void NodeRemedies::addTwiceTheNodes()
{
    SettingSubset subset = allOf(m_settings.size());
    std::erase_if(subset, [&](std::size_t setting) { return m_settings[setting].kind == RemedyKind::Offload; });
    if (2 * nodes() <= mostNodes() && !subset.empty() && !on(nodes()).suffice(subset)) {
        add(on(2 * nodes()).thinned(subset));
    }
}

// Returns the fewest nodes, by bounds, with these settings; empty unless that is more than the present nodes and fewer
// than with a subset of the settings.
std::optional<int> NodeRemedies::nodesBeside(const SettingSubset& subset,
                                             const std::vector<std::pair<SettingSubset, int>>& parts, int most) const
{
    const auto isOffload = [&](std::size_t setting) { return m_settings[setting].kind == RemedyKind::Offload; };
    if (std::any_of(subset.begin(), subset.end(), isOffload)) {
        return std::nullopt;
    }
    for (const auto& [part, number] : parts) {
        most = includes(subset, part) ? std::min(most, number - 1) : most;
    }
    const auto isEnough = [&](int count, int refused) { return on(count).suffice(subset, devicesOf(refused)); };
    return most <= nodes() || isEnough(nodes(), 0) ? std::nullopt : leastNodes(nodes(), most, isEnough);
}

}
