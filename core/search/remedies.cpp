// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/remedies.h"

#include "core/base/parallel.h"
#include "core/search/remedyranking.h"
#include "core/search/remedysubsets.h"
#include "core/search/remedytrials.h"

#include <algorithm>
#include <tuple>

namespace stagecraft {

namespace {

// So many devices are looked at, or a few times those that there are.
constexpr int mostRemedyDevices = 1024;
constexpr int mostTimesTheNodes = 4;
constexpr std::size_t mostTogether = 2; // settings, where a trial takes long
constexpr std::size_t longChain = 256; // layers
constexpr int mostRefusals = 3; // plans of one way that estimates refuse, before its last values are tried

using Changes = RemedyChanges;

Changes joined(Changes changes, const Changes& more)
{
    changes.insert(changes.end(), more.begin(), more.end());
    std::sort(changes.begin(), changes.end(), [](const auto& a, const auto& b) { return a.kind < b.kind; });
    return changes;
}

// Some settings, to be changed on top of other changes, to the fastest of the mildest values that suffice. Or the
// fewest nodes.
struct RemedyWay {
    Changes before;
    SettingSubset subset;
    bool fewest_nodes = false;
};

// One call of findRemedies().
class RemedySearch {
public:
    RemedySearch(const Problem& problem, const CostModel& costs, const std::stop_token& stop,
                 const std::function<void(SearchProgress)>& progress)
        : m_problem(problem)
        , m_stop(stop)
        , m_settings(remedySettings(problem))
        , m_trials(problem, costs, stop, progress)
    {
    }

    std::vector<Remedy> run()
    {
        std::vector<RemedyWay> ways;
        addSettings(ways, {});
        const bool settings_may_help = !ways.empty();
        addTensor(ways);
        addFrameworks(ways);
        if (mayGrow()) {
            ways.push_back({{}, {}, true});
        }
        follow(std::move(ways));
        if (settings_may_help) {
            addFastest();
        }
        addFaster();
        const bool helped = std::any_of(m_found.begin(), m_found.end(), keepsFramework);
        if (mayGrow()) {
            helped ? addNodesBesideSettings() : addNodesWithSettings();
        }
        return m_trials.stopped() ? std::vector<Remedy>() : rankedRemedies(std::move(m_found));
    }

private:
    // Which of several groups is to grow; and with cuts that are given more devices leave stages as they are.
    bool mayGrow() const { return m_problem.cluster.groups.size() == 1 && !m_problem.constraints.cuts; }

    // Each of the settings of a subset at one of its values.
    Changes changesAt(const SettingSubset& subset, const std::vector<std::size_t>& values) const
    {
        Changes changes;
        for (std::size_t i = 0; i < subset.size(); ++i) {
            const RemedySetting& setting = m_settings[subset[i]];
            changes.push_back({setting.kind, setting.values[values[i]]});
        }
        return changes;
    }

    std::vector<Changes> mildestOf(const SettingSubset& subset) const
    {
        std::vector<std::size_t> values;
        for (const std::size_t setting : subset) {
            values.push_back(m_settings[setting].values.size());
        }
        std::vector<Changes> all;
        for (const auto& choice : mildestFirst(values)) {
            all.push_back(changesAt(subset, choice));
        }
        return all;
    }

    Problem open(const Problem& base, const SettingSubset& subset) const
    {
        std::vector<RemedySetting> settings;
        for (const std::size_t setting : subset) {
            settings.push_back(m_settings[setting]);
        }
        return withOpen(base, settings);
    }

    // Whether bounds let a plan fit at some values of these settings: a framework or a target may not know the last
    // ones. `beyond`: with plans that take more devices.
    bool suffices(const Problem& base, const SettingSubset& subset, int beyond = 0) const
    {
        const Changes last = mildestOf(subset).back();
        return m_trials.fits(withChanges(base, last), beyond)
            || (RemedyTrials::answersByBounds(base) && m_trials.fits(open(base, subset), beyond));
    }

    // Subsets of settings that suffice by bounds, without those that have more than one that does.
    std::vector<SettingSubset> minimal(const Problem& base) const
    {
        std::vector<SettingSubset> sufficient;
        const SettingSubset all = allOf(m_settings.size());
        if (all.empty() || !suffices(base, all)) {
            return sufficient;
        }
        const std::size_t deepest = isSlow() ? std::min(all.size(), mostTogether) : all.size();
        for (std::size_t count = 1; count <= deepest && !m_trials.stopped(); ++count) {
            for (const SettingSubset& subset : subsetsOf(count, m_settings.size())) {
                if (!includesAny(subset, sufficient) && suffices(base, subset)) {
                    sufficient.push_back(subset);
                }
            }
        }
        return sufficient.empty() ? std::vector<SettingSubset>(1, all) : sufficient;
    }

    // Of one way's values: those that change more may train faster than the mildest that suffice.
    int mostPlanned() const { return isSlow() ? 1 : 3; }

    // A trial takes long, as a search or for its many layers: fewer are made.
    bool isSlow() const { return m_problem.cluster.groups.size() > 1 || m_problem.model.layers.size() > longChain; }

    static bool includesAny(const SettingSubset& subset, const std::vector<SettingSubset>& parts)
    {
        return std::any_of(parts.begin(), parts.end(),
                           [&](const SettingSubset& part) { return includes(subset, part); });
    }

    void addSettings(std::vector<RemedyWay>& ways, const Changes& before) const
    {
        for (SettingSubset& subset : minimal(withChanges(m_problem, before))) {
            ways.push_back({before, std::move(subset)});
        }
    }

    // The least tensor degree of more than one node that suffices, with the fewest settings.
    void addTensor(std::vector<RemedyWay>& ways) const
    {
        const std::size_t settings = m_settings.size();
        for (const std::string& degree : tensorBeyondNode(m_problem)) {
            const Changes change {{RemedyKind::Tensor, degree}};
            const Problem base = withChanges(m_problem, change);
            const std::size_t before = ways.size();
            for (std::size_t count = suffices(base, allOf(settings)) ? 0 : settings + 1; count <= settings; ++count) {
                for (const SettingSubset& subset : subsetsOf(count, settings)) {
                    if (suffices(base, subset)) {
                        ways.push_back({change, subset});
                    }
                }
                if (ways.size() > before || m_trials.stopped()) {
                    return;
                }
            }
        }
    }

    // Each other framework, as it is, else with settings.
    void addFrameworks(std::vector<RemedyWay>& ways) const
    {
        for (const Changes& framework : otherFrameworks(m_problem)) {
            addFramework(ways, framework);
        }
    }

    void addFramework(std::vector<RemedyWay>& ways, const Changes& change) const
    {
        if (m_trials.stopped()) {
            return;
        }
        if (m_trials.fits(withChanges(m_problem, change))) {
            ways.push_back({change, {}});
        } else {
            addSettings(ways, change);
        }
    }

    // Keeps the remedies of these ways. Where estimates refuse all plans of one, it is tried with one setting more,
    // unless the ways are all there is to try.
    void follow(std::vector<RemedyWay> ways, bool extends = true)
    {
        std::vector<RemedyWay> tried;
        while (!ways.empty() && !m_trials.stopped()) {
            std::vector<std::optional<Remedy>> each(ways.size());
            m_trials.expect(ways.size());
            inParallel(ways.size(), m_stop, [&](std::size_t i) { each[i] = remedyOf(ways[i]); });
            std::vector<RemedyWay> refused;
            for (std::size_t i = 0; i < ways.size(); ++i) {
                if (each[i]) {
                    m_found.push_back(*std::move(each[i]));
                } else if (!ways[i].fewest_nodes) {
                    refused.push_back(ways[i]);
                }
            }
            tried.insert(tried.end(), ways.begin(), ways.end());
            ways = isSlow() || !extends ? std::vector<RemedyWay>() : extended(refused, tried);
        }
    }

    // Refused ways with one setting more: those that were not tried, and that have not all that a found remedy has.
    std::vector<RemedyWay> extended(const std::vector<RemedyWay>& refused, const std::vector<RemedyWay>& tried) const
    {
        std::vector<RemedyWay> ways;
        const auto isIn = [](const std::vector<RemedyWay>& all, const RemedyWay& way) {
            return std::any_of(all.begin(), all.end(), [&](const RemedyWay& other) {
                return other.before == way.before && other.subset == way.subset && !other.fewest_nodes;
            });
        };
        for (const RemedyWay& way : refused) {
            for (const SettingSubset& subset : withOneMore(way.subset, m_settings.size())) {
                const RemedyWay more {way.before, subset};
                const Changes changes = joined(mildestOf(subset).front(), way.before);
                const bool found = std::any_of(m_found.begin(), m_found.end(), [&](const Remedy& remedy) {
                    return contains(remedy.changes, way.before) && contains(changes, remedy.changes);
                });
                if (!found && !isIn(tried, more) && !isIn(ways, more)) {
                    ways.push_back(more);
                }
            }
        }
        return ways;
    }

    std::optional<Remedy> remedyOf(const RemedyWay& way) const
    {
        if (way.fewest_nodes) {
            return fewestNodes();
        }
        const std::vector<Changes> all = mildestOf(way.subset);
        std::optional<Remedy> fastest;
        int refusals = 0;
        int planned = 0;
        for (std::size_t i = 0; i < all.size() && planned < mostPlanned() && !m_trials.stopped(); ++i) {
            const Changes changes = joined(all[i], way.before);
            const bool skipped = refusals >= mostRefusals && i + 1 < all.size();
            if (skipped || !m_trials.fits(withChanges(m_problem, changes))) {
                continue;
            }
            auto remedy = m_trials.plan(changes);
            ++(remedy ? planned : refusals);
            if (remedy && (!fastest || remedy->estimate.step < fastest->estimate.step)) {
                fastest = std::move(remedy);
            }
        }
        return fastest;
    }

    static Changes nodesChange(int nodes) { return {{RemedyKind::Nodes, std::to_string(nodes)}}; }

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

    // The fewest nodes that are enough by bounds and then by plans, both as functions of their number. Where plans are
    // refused on several times as many nodes, nodes are not what helps.
    template <typename ByBounds, typename ByPlans>
    std::optional<int> leastPlannedNodes(const ByBounds& mayFit, const ByPlans& isPlanned) const
    {
        const auto bound = leastNodes(nodes(), mostNodes(), mayFit);
        if (!bound || isPlanned(*bound)) {
            return bound;
        }
        return leastNodes(*bound, std::min(mostNodes(), mostTimesTheNodes * *bound),
                          [&](int count, int) { return isPlanned(count); });
    }

    // Whether bounds let a plan fit on so many nodes, on more of them than were refused.
    bool mayFitOn(int count, int refused) const
    {
        return m_trials.fits(withChanges(m_problem, nodesChange(count)), devicesOf(refused));
    }
    bool mayFitOn(int count, int refused, const SettingSubset& settings) const
    {
        return suffices(withChanges(m_problem, nodesChange(count)), settings, devicesOf(refused));
    }

    // The fewest whole nodes with the settings as they are.
    std::optional<Remedy> fewestNodes() const
    {
        std::optional<Remedy> remedy; // of the least number that was planned, which every later one is below
        const auto least = leastPlannedNodes([&](int count, int refused) { return mayFitOn(count, refused); },
                                             [&](int count) {
                                                 auto planned = m_trials.plan(nodesChange(count));
                                                 if (!planned) {
                                                     return false;
                                                 }
                                                 remedy = std::move(planned);
                                                 return true;
                                             });
        return least && !m_trials.stopped() ? std::move(remedy) : std::nullopt;
    }

    // The changes of the fastest plan with all settings open, or at their last values, after others.
    std::optional<Changes> fastestChanges(const Changes& before) const
    {
        const Problem base = withChanges(m_problem, before);
        const SettingSubset all = allOf(m_settings.size());
        if (const auto best = m_trials.fastest(open(base, all))) {
            return joined(changesOf(best->plan, m_settings), before);
        }
        const Changes last = joined(mildestOf(all).back(), before);
        return m_trials.fastest(withChanges(m_problem, last)) ? std::optional(last) : std::nullopt;
    }

    // Where neither settings nor nodes suffice.
    void addNodesWithSettings()
    {
        const SettingSubset all = allOf(m_settings.size());
        if (all.empty()) {
            return;
        }
        std::optional<Changes> fastest; // on the least number of nodes that was planned
        const auto least = leastPlannedNodes([&](int count, int refused) { return mayFitOn(count, refused, all); },
                                             [&](int count) {
                                                 auto changes = fastestChanges(nodesChange(count));
                                                 if (!changes) {
                                                     return false;
                                                 }
                                                 fastest = std::move(changes);
                                                 return true;
                                             });
        if (!least || !fastest) {
            return;
        }
        std::vector<RemedyWay> ways;
        addSettings(ways, nodesChange(*least));
        follow(std::move(ways));
        addPlanned(*fastest);
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
        for (std::size_t count = 1; count <= std::min(mostTogether, m_settings.size()); ++count) {
            for (const SettingSubset& subset : subsetsOf(count, m_settings.size())) {
                if (const auto number = nodesBeside(subset, least, most)) {
                    least.emplace_back(subset, *number);
                }
            }
        }
        std::vector<RemedyWay> ways;
        for (const auto& [subset, number] : least) {
            ways.push_back({nodesChange(number), subset});
        }
        follow(std::move(ways), false);
    }

    // By bounds, the fewest nodes with such settings: more than there are, and fewer than with a part of the settings.
    std::optional<int> nodesBeside(const SettingSubset& subset, const std::vector<std::pair<SettingSubset, int>>& parts,
                                   int most) const
    {
        const auto isOffload = [&](std::size_t setting) { return m_settings[setting].kind == RemedyKind::Offload; };
        if (std::any_of(subset.begin(), subset.end(), isOffload)) {
            return std::nullopt;
        }
        for (const auto& [part, number] : parts) {
            most = includes(subset, part) ? std::min(most, number - 1) : most;
        }
        const auto isEnough = [&](int count, int refused) { return mayFitOn(count, refused, subset); };
        return most <= nodes() || isEnough(nodes(), 0) ? std::nullopt : leastNodes(nodes(), most, isEnough);
    }

    void addPlanned(const Changes& changes)
    {
        const bool known = std::any_of(m_found.begin(), m_found.end(),
                                       [&](const Remedy& remedy) { return remedy.changes == changes; });
        if (!known && !changes.empty()) {
            if (auto remedy = m_trials.plan(changes)) {
                m_found.push_back(*std::move(remedy));
            }
        }
    }

    // The settings of the fastest plan with all of them open, which may change more than it takes.
    void addFastest()
    {
        if (!RemedyTrials::answersByBounds(m_problem)) {
            return;
        }
        if (const auto best = m_trials.fastest(open(m_problem, allOf(m_settings.size())))) {
            addPlanned(changesOf(best->plan, m_settings));
        }
    }

    // Under each framework, from the remedy that changes the fewest settings upwards: the setting that beside them
    // gains most, as long as one does.
    void addFaster()
    {
        if (isSlow()) {
            return;
        }
        addFaster({});
        for (const Changes& framework : otherFrameworks(m_problem)) {
            addFaster(framework);
        }
    }

    void addFaster(const Changes& before)
    {
        constexpr double worth = 0.99; // of a step
        const std::optional<Remedy> start = simplestWith(before);
        SettingSubset subset = start ? subsetOf(start->changes) : SettingSubset();
        bool gains = start && subset.size() + before.size() == start->changes.size();
        for (Seconds step = start ? start->estimate.step : Seconds(0); gains && !m_trials.stopped();) {
            std::vector<RemedyWay> ways;
            for (SettingSubset& more : withOneMore(subset, m_settings.size())) {
                ways.push_back({before, std::move(more)});
            }
            const std::size_t known = m_found.size();
            follow(std::move(ways), false);
            gains = false;
            for (std::size_t i = known; i < m_found.size(); ++i) {
                if (m_found[i].estimate.step < step * (gains ? 1 : worth)) {
                    step = m_found[i].estimate.step;
                    subset = subsetOf(m_found[i].changes);
                    gains = true;
                }
            }
        }
    }

    // Of the remedies on the devices that there are, under the framework of `before` (none: the problem's own), the one
    // that changes least, and of such the fastest.
    std::optional<Remedy> simplestWith(const Changes& before) const
    {
        std::optional<Remedy> simplest;
        const auto order = [](const Remedy& remedy) { return std::tuple(remedy.changes.size(), remedy.estimate.step); };
        for (const Remedy& remedy : m_found) {
            const bool under = contains(remedy.changes, before) && keepsFramework(remedy) == before.empty();
            if (under && !remedy.needsDevices() && (!simplest || order(remedy) < order(*simplest))) {
                simplest = remedy;
            }
        }
        return simplest;
    }

    // Of changes of other kinds, such as a tensor degree, nothing.
    SettingSubset subsetOf(const Changes& changes) const
    {
        SettingSubset subset;
        for (std::size_t i = 0; i < m_settings.size(); ++i) {
            const auto isOfIt = [&](const RemedyChange& change) { return change.kind == m_settings[i].kind; };
            if (std::any_of(changes.begin(), changes.end(), isOfIt)) {
                subset.push_back(i);
            }
        }
        return subset;
    }

    const Problem& m_problem;
    const std::stop_token& m_stop;
    const std::vector<RemedySetting> m_settings;
    RemedyTrials m_trials;
    std::vector<Remedy> m_found;
};

}

std::vector<Remedy> findRemedies(const Problem& problem, const CostModel& costs, const std::stop_token& stop,
                                 const std::function<void(SearchProgress)>& progress)
{
    return RemedySearch(problem, costs, stop, progress).run();
}

bool asksForRemedies(const SearchResult& result)
{
    return result.outcome.kind == OutcomeKind::Infeasible;
}

}
