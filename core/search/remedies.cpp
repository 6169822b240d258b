// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/remedies.h"

#include "core/base/parallel.h"
#include "core/search/remedyranking.h"
#include "core/search/settingremedies.h"

#include <algorithm>

namespace stagecraft {

namespace {

// So many devices are looked at, or a few times those that there are.
constexpr int mostRemedyDevices = 1024;
constexpr int mostTimesTheNodes = 4;
constexpr std::size_t mostBesideNodes = 2; // settings

using Changes = RemedyChanges;

// One call of findRemedies().
class RemedySearch {
public:
    RemedySearch(const Problem& problem, const CostModel& costs, const std::stop_token& stop,
                 const std::function<void(SearchProgress)>& progress)
        : m_problem(problem)
        , m_trials(problem, costs, stop, progress)
        , m_settings(mayGrow() ? remedySettings(withChanges(problem, nodesChange(mostNodes())))
                               : std::vector<RemedySetting>())
    {
    }

    std::vector<Remedy> run()
    {
        addSettings();
        addTensor();
        const bool helped = std::any_of(m_found.begin(), m_found.end(), keepsFramework);
        if (mayGrow()) {
            const bool grown = addNodes();
            helped || grown ? addNodesBesideSettings() : addNodesWithSettings();
            addTwiceTheNodes();
        }
        return m_trials.stopped() ? std::vector<Remedy>() : rankedRemedies(std::move(m_found));
    }

private:
    // Which of several groups is to grow; and with cuts that are given more devices leave stages as they are.
    bool mayGrow() const { return m_problem.cluster.groups.size() == 1 && !m_problem.constraints.cuts; }

    void add(std::vector<Remedy> remedies)
    {
        for (Remedy& remedy : remedies) {
            const bool known = std::any_of(m_found.begin(), m_found.end(),
                                           [&](const Remedy& other) { return other.changes == remedy.changes; });
            if (!known && !remedy.changes.empty()) {
                m_found.push_back(std::move(remedy));
            }
        }
    }

    // Under the problem's framework, and under each other.
    void addSettings()
    {
        std::vector<Changes> bases = otherFrameworks(m_problem);
        bases.emplace(bases.begin());
        std::vector<std::vector<Remedy>> each(bases.size());
        inParallel(bases.size(), m_trials.stop(),
                   [&](std::size_t i) { each[i] = SettingRemedies(m_trials, m_problem, bases[i]).all(); });
        for (auto& remedies : each) {
            add(std::move(remedies));
        }
    }

    // The least tensor degree of more than one node that suffices.
    void addTensor()
    {
        for (const std::string& degree : tensorBeyondNode(m_problem)) {
            auto remedies = SettingRemedies(m_trials, m_problem, {{RemedyKind::Tensor, degree}}).all();
            if (!remedies.empty()) {
                add(std::move(remedies));
                return;
            }
        }
    }

    static Changes nodesChange(int nodes) { return {{RemedyKind::Nodes, std::to_string(nodes)}}; }
    SettingRemedies on(int nodes) { return {m_trials, m_problem, nodesChange(nodes), m_settings}; }

    int nodes() const { return m_problem.cluster.groups.front().nodes; }

    int mostNodes() const
    {
        return std::max(mostRemedyDevices / m_problem.cluster.groups.front().devices_per_node,
                        mostTimesTheNodes * nodes());
    }

    int devicesOf(int nodes) const { return nodes * m_problem.cluster.groups.front().devices_per_node; }

    // The least number above `refused` that is enough: by doubling what is added, then by halving what lies between.
    // Plans on some nodes are plans on more of them: isEnough() is asked of a number, and of one below that is not.
    template <typename Enough>
    std::optional<int> leastNodes(int refused, int most, const Enough& isEnough) const
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

    // The remedy of the fewest nodes on which these settings suffice by bounds and by plans. Where plans are refused on
    // several times as many nodes, nodes are not what helps.
    std::optional<Remedy> fewestNodes(const SettingSubset& subset)
    {
        const auto suffice = [&](int count, int refused) { return on(count).suffice(subset, devicesOf(refused)); };
        if (!suffice(mostNodes(), nodes())) {
            return std::nullopt;
        }
        const auto bound = leastNodes(nodes(), mostNodes(), suffice);
        std::optional<Remedy> remedy; // of the least number that was planned, which every later one is below
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

    // With the settings as they are. Whether that helps.
    bool addNodes()
    {
        const auto remedy = fewestNodes({});
        if (remedy) {
            add({*remedy});
        }
        return remedy.has_value();
    }

    // Where neither settings nor nodes suffice.
    void addNodesWithSettings()
    {
        if (const auto remedy = fewestNodes(allOf(m_settings.size()))) {
            add(on(nodesOf(remedy->changes)).all());
        }
    }

    // Where settings suffice, or nodes alone: one or two settings that train faster with more nodes, on fewer of them
    // than without settings. The optimizer on the host is what nodes are to spare.
    void addNodesBesideSettings()
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

    // Where no settings suffice but with the host: all others on twice the nodes, without those that gain nothing. The
    // fewest nodes on which some suffice may leave plans that are much slower.
    void addTwiceTheNodes()
    {
        SettingSubset subset = allOf(m_settings.size());
        std::erase_if(subset, [&](std::size_t setting) { return m_settings[setting].kind == RemedyKind::Offload; });
        if (2 * nodes() <= mostNodes() && !subset.empty() && !on(nodes()).suffice(subset)) {
            add(on(2 * nodes()).thinned(subset));
        }
    }

    // By bounds, the fewest nodes with such settings: more than there are, and fewer than with a part of the settings.
    std::optional<int> nodesBeside(const SettingSubset& subset, const std::vector<std::pair<SettingSubset, int>>& parts,
                                   int most)
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

    const Problem& m_problem;
    RemedyTrials m_trials;
    const std::vector<RemedySetting> m_settings; // where there are more nodes
    std::vector<Remedy> m_found;
};

// Where attention keeps its scores, which grow with the square of the tokens, and nothing else suffices.
std::vector<Remedy> withFusedAttention(const Problem& problem, const CostModel& costs, const std::stop_token& stop,
                                       const std::function<void(SearchProgress)>& progress)
{
    const RemedyChange fused {RemedyKind::Attention, std::string(nameOf(AttentionKind::Sdpa))};
    const Problem other = withChanges(problem, {fused});
    const CostModel other_costs = costs.withAttention(AttentionKind::Sdpa);
    std::vector<Remedy> remedies;
    if (auto alone = RemedyTrials(other, other_costs, stop, progress).plan({})) {
        remedies.push_back(*std::move(alone));
    } else {
        remedies = RemedySearch(other, other_costs, stop, progress).run();
    }
    for (Remedy& remedy : remedies) {
        const auto behind = std::find_if(remedy.changes.begin(), remedy.changes.end(),
                                         [&](const RemedyChange& change) { return change.kind > fused.kind; });
        remedy.changes.insert(behind, fused);
    }
    return remedies;
}

}

std::vector<Remedy> findRemedies(const Problem& problem, const CostModel& costs, const std::stop_token& stop,
                                 const std::function<void(SearchProgress)>& progress)
{
    std::vector<Remedy> remedies = RemedySearch(problem, costs, stop, progress).run();
    return remedies.empty() && problem.workload.attention == AttentionKind::Eager
        ? withFusedAttention(problem, costs, stop, progress)
        : remedies;
}

bool asksForRemedies(const SearchResult& result)
{
    return result.outcome.kind == OutcomeKind::Infeasible;
}

}
