// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/remedies.h"

#include "core/base/parallel.h"
#include "core/problem/whatif.h"
#include "core/search/feasibility.h"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <thread>
#include <tuple>

namespace stagecraft {

namespace {

// So many devices are looked at, or a few times those that there are.
constexpr int mostRemedyDevices = 1024;
constexpr int mostTimesTheNodes = 4;
constexpr std::size_t mostTogether = 2; // settings, where a search has to decide

using Changes = std::vector<RemedyChange>;

// Which of the settings a remedy changes, by their index, ascending.
using Subset = std::vector<std::size_t>;

// All subsets of `count` of `of`, in lexicographic order.
std::vector<Subset> subsetsOf(std::size_t count, std::size_t of)
{
    std::vector<Subset> all;
    Subset one(count);
    std::iota(one.begin(), one.end(), std::size_t(0));
    while (count <= of) {
        all.push_back(one);
        std::size_t at = count;
        while (at > 0 && one[at - 1] == of - count + at - 1) {
            --at;
        }
        if (at == 0) {
            break;
        }
        ++one[at - 1];
        std::iota(one.begin() + static_cast<std::ptrdiff_t>(at), one.end(), one[at - 1] + 1);
    }
    return all;
}

bool includes(const Subset& all, const Subset& part)
{
    return std::includes(all.begin(), all.end(), part.begin(), part.end());
}

// Whether `all` changes what `part` changes, and more.
bool contains(const Changes& all, const Changes& part)
{
    const auto kindIn = [&](const RemedyChange& change) {
        const bool exact = change.kind == RemedyKind::Framework; // another one is another remedy
        return std::any_of(all.begin(), all.end(), [&](const RemedyChange& each) {
            return each.kind == change.kind && (!exact || each.value == change.value);
        });
    };
    return all.size() >= part.size() && std::all_of(part.begin(), part.end(), kindIn);
}

// One call of findRemedies().
class RemedySearch {
public:
    RemedySearch(const Problem& problem, const CostModel& costs, const std::vector<Stack>& stacks,
                 const std::stop_token& stop, const std::function<void(SearchProgress)>& progress)
        : m_problem(problem)
        , m_costs(costs)
        , m_stacks(stacks)
        , m_stop(stop)
        , m_progress(progress)
        , m_settings(remedySettings(problem))
        , m_caller(std::this_thread::get_id())
    {
    }

    std::vector<Remedy> run()
    {
        for (const Subset& subset : minimal(m_problem, m_settings.size())) {
            offer({}, m_problem, subset);
        }
        const bool settings_help = !m_wanted.empty();
        offerFrameworks();
        offerNodes(!settings_help);
        auto remedies = planAll();
        if (settings_help) {
            addFastest(remedies);
        }
        return m_stop.stop_requested() ? std::vector<Remedy>() : ranked(std::move(remedies));
    }

private:
    const Stack* stackOf(const Problem& problem) const
    {
        const auto found = std::find_if(m_stacks.begin(), m_stacks.end(),
                                        [&](const Stack& stack) { return stack.name == problem.stack; });
        return found == m_stacks.end() ? nullptr : &*found;
    }

    // Whether bounds tell, without a search, if a plan fits.
    static bool isQuick(const Problem& problem)
    {
        return problem.cluster.groups.size() == 1 && !problem.constraints.cuts;
    }

    bool fits(const Problem& problem)
    {
        report();
        const Stack* stack = stackOf(problem);
        if (m_stop.stop_requested() || !validateForSearch(problem, stack)) {
            return false;
        }
        if (!isQuick(problem)) {
            const auto found = searchPlans(problem, m_costs, m_stop, {}, stack, {nullptr, true});
            return found && found->recommended() != nullptr;
        }
        const std::optional<SearchStack> search_stack =
            stack != nullptr ? std::optional<SearchStack>(*stack) : std::nullopt;
        const auto space = PlanSpace::make(problem, m_costs, search_stack ? &*search_stack : nullptr, m_stop);
        return space && anyFitting(*space, m_stop).has_value();
    }

    // Each of the settings of a subset at one of its values.
    Changes changesAt(const Subset& subset, const std::vector<std::size_t>& values) const
    {
        Changes changes;
        for (std::size_t i = 0; i < subset.size(); ++i) {
            const RemedySetting& setting = m_settings[subset[i]];
            changes.push_back({setting.kind, setting.values[values[i]]});
        }
        return changes;
    }

    Changes strongest(const Subset& subset) const
    {
        std::vector<std::size_t> last;
        for (const std::size_t setting : subset) {
            last.push_back(m_settings[setting].values.size() - 1);
        }
        return changesAt(subset, last);
    }

    Subset allSettings() const
    {
        Subset all(m_settings.size());
        std::iota(all.begin(), all.end(), std::size_t(0));
        return all;
    }

    // Whether some values of these settings make a plan fit: a stack or a target may not know the last ones.
    bool suffices(const Problem& base, const Subset& subset)
    {
        const Problem last = withChanges(base, strongest(subset));
        if (fits(last)) {
            return true;
        }
        std::vector<RemedySetting> open;
        for (const std::size_t setting : subset) {
            open.push_back(m_settings[setting]);
        }
        return isQuick(base) && fits(withOpen(base, open));
    }

    // Subsets of up to `most` settings that suffice, without those that have more than one that does.
    std::vector<Subset> minimal(const Problem& base, std::size_t most)
    {
        std::vector<Subset> sufficient;
        const Subset all = allSettings();
        if (all.empty() || !suffices(base, all)) {
            return sufficient;
        }
        const bool slow = base.cluster.groups.size() > 1; // each try is a search
        const std::size_t deepest = slow ? std::min(most, mostTogether) : most;
        for (std::size_t count = 1; count <= deepest && !m_stop.stop_requested(); ++count) {
            for (const Subset& subset : subsetsOf(count, m_settings.size())) {
                const bool more = std::any_of(sufficient.begin(), sufficient.end(),
                                              [&](const Subset& part) { return includes(subset, part); });
                if (!more && suffices(base, subset)) {
                    sufficient.push_back(subset);
                }
            }
        }
        return sufficient.empty() ? std::vector<Subset>(1, all) : sufficient;
    }

    // The mildest values of a subset's settings that suffice: those whose places in their lists have the least sum.
    std::optional<Changes> mildest(const Problem& base, const Subset& subset)
    {
        std::vector<std::vector<std::size_t>> all {{}};
        for (const std::size_t setting : subset) {
            std::vector<std::vector<std::size_t>> longer;
            for (const auto& values : all) {
                for (std::size_t value = 0; value < m_settings[setting].values.size(); ++value) {
                    longer.push_back(values);
                    longer.back().push_back(value);
                }
            }
            all = std::move(longer);
        }
        std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
            return std::accumulate(a.begin(), a.end(), std::size_t(0))
                < std::accumulate(b.begin(), b.end(), std::size_t(0));
        });
        for (std::size_t i = 0; i < all.size() && !m_stop.stop_requested(); ++i) {
            if (Changes changes = changesAt(subset, all[i]); fits(withChanges(base, changes))) {
                return changes;
            }
        }
        return std::nullopt;
    }

    // To be planned: `base` is the problem with the changes `before`.
    void offer(const Changes& before, const Problem& base, const Subset& subset)
    {
        if (auto changes = mildest(base, subset)) {
            changes->insert(changes->end(), before.begin(), before.end());
            want(*std::move(changes));
        }
    }

    void want(Changes changes)
    {
        std::sort(changes.begin(), changes.end(), [](const auto& a, const auto& b) { return a.kind < b.kind; });
        if (std::find(m_wanted.begin(), m_wanted.end(), changes) == m_wanted.end()) {
            m_wanted.push_back(std::move(changes));
        }
    }

    // Each framework as it is, else with settings.
    void offerFrameworks()
    {
        for (const Stack& stack : m_stacks) {
            if (m_stop.stop_requested() || m_problem.model.sample != SampleKind::Tokens
                || stack.name == m_problem.stack) {
                continue;
            }
            const Changes change {{RemedyKind::Framework, stack.name}};
            const Problem base = withChanges(m_problem, change);
            if (fits(base)) {
                want(change);
                continue;
            }
            for (const Subset& subset : minimal(base, m_settings.size())) {
                offer(change, base, subset);
            }
        }
    }

    // The fewest whole nodes with the settings as they are, else, where no settings help, with the strongest ones.
    void offerNodes(bool with_settings)
    {
        if (m_problem.cluster.groups.size() > 1 || m_problem.constraints.cuts) {
            return; // which group is to grow; more devices leave stages as they are
        }
        if (const auto nodes = fewestNodes({})) {
            want({{RemedyKind::Nodes, std::to_string(*nodes)}});
            return;
        }
        const Subset all = allSettings();
        const auto nodes = with_settings && !all.empty() ? fewestNodes(strongest(all)) : std::nullopt;
        if (!nodes) {
            return;
        }
        const Changes change {{RemedyKind::Nodes, std::to_string(*nodes)}};
        const Problem base = withChanges(m_problem, change);
        for (const Subset& subset : minimal(base, m_settings.size())) {
            offer(change, base, subset);
        }
    }

    // By doubling, then by halving what lies between.
    std::optional<int> fewestNodes(const Changes& settings)
    {
        const ClusterGroup& group = m_problem.cluster.groups.front();
        const int most = std::max(mostRemedyDevices / group.devices_per_node, mostTimesTheNodes * group.nodes);
        const auto suffices = [&](int nodes) {
            Changes changes = settings;
            changes.push_back({RemedyKind::Nodes, std::to_string(nodes)});
            return fits(withChanges(m_problem, changes));
        };
        int less = group.nodes;
        int enough = std::min(2 * less, most);
        while (!suffices(enough)) {
            if (enough >= most || m_stop.stop_requested()) {
                return std::nullopt;
            }
            less = enough;
            enough = std::min(2 * enough, most);
        }
        while (enough - less > 1 && !m_stop.stop_requested()) {
            const int middle = less + (enough - less) / 2;
            (suffices(middle) ? enough : less) = middle;
        }
        return enough;
    }

    // Its fastest plan; nothing where what bounds promise is refused by the allocator.
    std::optional<Remedy> planned(const Changes& changes) const
    {
        Remedy remedy {changes, withChanges(m_problem, changes), {}, {}, {}, 1};
        Problem fastest = remedy.problem;
        fastest.constraints.objective = Objective::Throughput;
        const auto found = searchPlans(fastest, m_costs, m_stop, {}, stackOf(fastest));
        const Candidate* best = found && !m_stop.stop_requested() ? found->labelled(Label::Fastest) : nullptr;
        if (best == nullptr || !best->estimate.fits) {
            return std::nullopt;
        }
        remedy.plan = best->plan;
        remedy.estimate = best->estimate;
        remedy.headroom = headroomOf(best->estimate);
        return remedy;
    }

    static Bytes headroomOf(const Estimate& estimate)
    {
        Bytes least(INT64_MAX);
        for (const AlikeDevices& place : estimate.devices.places()) {
            least = std::min(least, place.first.capacity - place.first.device_high);
        }
        return least;
    }

    std::vector<Remedy> planAll()
    {
        std::vector<std::optional<Remedy>> each(m_wanted.size());
        m_total = m_done + static_cast<std::int64_t>(m_wanted.size());
        inParallel(m_wanted.size(), m_stop, [&](std::size_t i) {
            each[i] = planned(m_wanted[i]);
            report();
        });
        std::vector<Remedy> remedies;
        for (auto& remedy : each) {
            if (remedy) {
                remedies.push_back(*std::move(remedy));
            }
        }
        return remedies;
    }

    // The settings of the fastest plan with all of them open, which may change more than it takes.
    void addFastest(std::vector<Remedy>& remedies)
    {
        if (!isQuick(m_problem)) {
            return;
        }
        Problem open = withOpen(m_problem, m_settings);
        open.constraints.objective = Objective::Throughput;
        const auto found = searchPlans(open, m_costs, m_stop, {}, stackOf(open));
        const Candidate* best = found ? found->labelled(Label::Fastest) : nullptr;
        if (best == nullptr || m_stop.stop_requested()) {
            return;
        }
        const auto known = m_wanted.size();
        want(changesOf(best->plan, m_settings));
        if (m_wanted.size() > known) {
            if (auto remedy = planned(m_wanted.back())) {
                remedies.push_back(*std::move(remedy));
            }
        }
    }

    static std::vector<Remedy> ranked(std::vector<Remedy> remedies)
    {
        std::stable_sort(remedies.begin(), remedies.end(), [](const Remedy& a, const Remedy& b) {
            return std::tuple(a.needsDevices(), a.estimate.step, a.changes.size())
                < std::tuple(b.needsDevices(), b.estimate.step, b.changes.size());
        });
        std::vector<Remedy> offered;
        for (const Remedy& remedy : remedies) {
            const bool pointless = std::any_of(remedies.begin(), remedies.end(), [&](const Remedy& other) {
                const Seconds step = other.estimate.step;
                const bool as_fast = step < remedy.estimate.step || (step == remedy.estimate.step && &other < &remedy);
                return as_fast && contains(remedy.changes, other.changes);
            });
            if (!pointless && offered.size() < mostRemedies) {
                offered.push_back(remedy);
            }
        }
        for (Remedy& remedy : offered) {
            remedy.slowdown = remedy.estimate.step / offered.front().estimate.step;
        }
        return offered;
    }

    void report()
    {
        const std::int64_t done = ++m_done;
        if (m_progress && std::this_thread::get_id() == m_caller) {
            m_progress({done, std::max(m_total.load(), done + 1)});
        }
    }

    const Problem& m_problem;
    const CostModel& m_costs;
    const std::vector<Stack>& m_stacks;
    const std::stop_token& m_stop;
    const std::function<void(SearchProgress)>& m_progress;
    const std::vector<RemedySetting> m_settings;
    const std::thread::id m_caller;
    std::atomic<std::int64_t> m_done = 0; // problems looked at
    std::atomic<std::int64_t> m_total = 0;
    std::vector<Changes> m_wanted; // to be planned
};

}

std::vector<Remedy> findRemedies(const Problem& problem, const CostModel& costs, const std::vector<Stack>& stacks,
                                 const std::stop_token& stop, const std::function<void(SearchProgress)>& progress)
{
    return RemedySearch(problem, costs, stacks, stop, progress).run();
}

bool asksForRemedies(const SearchResult& result)
{
    return result.outcome.kind == OutcomeKind::Infeasible;
}

}
