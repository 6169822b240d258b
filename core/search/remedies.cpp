// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/remedies.h"

#include "core/base/parallel.h"
#include "core/search/noderemedies.h"
#include "core/search/remedyranking.h"
#include "core/search/settingremedies.h"

#include <algorithm>

namespace stagecraft {

namespace {

// One call of findRemedies().
class RemedySearch {
public:
    RemedySearch(const Problem& problem, const CostModel& costs, const std::stop_token& stop,
                 const std::function<void(SearchProgress)>& progress)
        : m_problem(problem), m_trials(problem, costs, stop, progress), m_frameworks(otherFrameworks(problem))
    {
    }

    std::vector<Remedy> run()
    {
        addSettings();
        addTensor();
        if (mayGrow()) {
            addNodes();
        }
        return m_trials.stopped() ? std::vector<Remedy>() : rankedRemedies(std::move(m_found));
    }

private:
    // False with several groups, as the group to grow is undefined, and with given split points, where more devices
    // leave stages unchanged.
    bool mayGrow() const { return m_problem.cluster.groups.size() == 1 && !m_problem.constraints.split_points; }

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

    template <typename RemediesAfter>
    void addAfterEach(const std::vector<RemedyChanges>& bases, const RemediesAfter& remediesAfter)
    {
        std::vector<std::vector<Remedy>> each(bases.size());
        inParallel(bases.size(), m_trials.stop(), [&](std::size_t i) { each[i] = remediesAfter(bases[i]); });
        for (auto& remedies : each) {
            add(std::move(remedies));
        }
    }

    // Tries settings under the problem's framework and under each other framework.
    void addSettings()
    {
        std::vector<RemedyChanges> bases = m_frameworks;
        bases.emplace(bases.begin());
        addAfterEach(bases,
                     [&](const RemedyChanges& base) { return SettingRemedies(m_trials, m_problem, base).all(); });
    }

    // Tries the smallest sufficient tensor-parallel size across nodes.
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

    // Tries nodes; under other frameworks only if nothing helps without more nodes.
    void addNodes()
    {
        const bool settings_help = std::any_of(m_found.begin(), m_found.end(), keepsFramework);
        const bool all_grow = m_found.empty();
        add(NodeRemedies(m_trials, m_problem, {}).all(settings_help));
        if (all_grow) {
            addAfterEach(m_frameworks,
                         [&](const RemedyChanges& base) { return NodeRemedies(m_trials, m_problem, base).all(false); });
        }
    }

    const Problem& m_problem;
    RemedyTrials m_trials;
    const std::vector<RemedyChanges> m_frameworks; // the other frameworks
    std::vector<Remedy> m_found;
};

// Tries fused attention if attention stores its scores, which grow with the square of the tokens, and nothing else
// suffices.
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
