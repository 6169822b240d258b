// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/nearestplan.h"

#include "core/estimate/estimator.h"
#include "core/search/verdict.h"

#include <queue>
#include <tuple>
#include <vector>

namespace stagecraft {

namespace {

// Many plans may be as near: few are timed.
constexpr SearchEffort briefTiming {200'000};
constexpr int mostSearched = 400; // configurations
constexpr int mostReplayed = 8; // plans; a large one takes seconds

// What is known of a configuration's shortfall, from bounds to the estimate that is shown.
enum class Judged { Bounded, Searched, Estimated, Replayed };

struct Contender {
    Bytes missing; // no plan of it that is judged lacks less
    Seconds step;
    Judged judged = Judged::Bounded;
    Configuration configuration;
    std::optional<NearestPlan> plan;
};

struct Farther {
    bool operator()(const Contender& a, const Contender& b) const
    {
        const auto order = [](const Contender& c) {
            return std::tuple(c.missing, c.step, c.configuration.family, c.configuration.pipeline_ranks);
        };
        return order(b) < order(a);
    }
};

// Best first: each is judged more closely until the nearest one is judged in full.
class NearestSearch {
public:
    NearestSearch(const PlanSpace& space, const Problem& problem, const std::stop_token& stop, ReplayMemory* replays,
                  std::optional<int> devices)
        : m_space(space), m_problem(problem), m_stop(stop), m_replays(replays), m_devices(devices)
    {
    }

    std::optional<NearestPlan> run()
    {
        for (const Configuration& family : m_space.families()) {
            for (const Configuration& c : m_space.configurations(family.family)) {
                if (!m_devices || m_space.devices(c) == *m_devices) {
                    const Bytes room = m_space.search(c).roomBound(c.pipeline_ranks);
                    m_open.push({std::max(Bytes(0), Bytes(0) - room), c.step_bound, Judged::Bounded, c, {}});
                }
            }
        }
        while (!m_open.empty() && m_replayed < mostReplayed && !m_stop.stop_requested()) {
            Contender next = m_open.top();
            if (next.judged == Judged::Replayed) {
                break;
            }
            m_open.pop();
            judge(std::move(next));
        }
        return m_stop.stop_requested() ? std::nullopt : std::move(m_best.plan);
    }

private:
    void judge(Contender contender)
    {
        switch (contender.judged) {
        case Judged::Bounded:
            return searched(std::move(contender));
        case Judged::Searched:
            return estimated(std::move(contender));
        case Judged::Estimated:
            return replayed(std::move(contender));
        case Judged::Replayed:
            break;
        }
    }

    void searched(Contender contender)
    {
        if (m_searched++ >= mostSearched && m_any) {
            return;
        }
        const Configuration& c = contender.configuration;
        FamilySearch& family = m_space.search(c);
        const auto least = family.leastPeak(c.pipeline_ranks, noPeak - Bytes(1), Wanted::Nearest, m_stop);
        if (!least || *least == noPeak) {
            return;
        }
        contender.missing = std::max(contender.missing, *least - family.fittingPeak(c.pipeline_ranks));
        contender.judged = Judged::Searched;
        m_any = true;
        m_open.push(std::move(contender));
    }

    void estimated(Contender contender)
    {
        const Configuration c = contender.configuration;
        FamilySearch& family = m_space.search(c);
        const auto least = family.leastPeak(c.pipeline_ranks, noPeak - Bytes(1), Wanted::Nearest, m_stop);
        if (!least) {
            return;
        }
        const auto found = family.partitions(Wanted::Nearest).fastest(c.pipeline_ranks, *least, briefTiming, m_stop);
        if (found) {
            const bool whole = family.costs().closedForm(); // of a table nothing is replayed
            estimate({c, family.planOf(found->cuts), {}}, {false, false, m_replays},
                     whole ? Judged::Replayed : Judged::Estimated);
        }
    }

    void replayed(Contender contender)
    {
        ++m_replayed;
        estimate(*std::move(contender.plan), {true, false, m_replays}, Judged::Replayed);
    }

    void estimate(NearestPlan plan, const ReservedOptions& options, Judged judged)
    {
        auto estimate = estimatePlan(m_problem, plan.plan, m_space.search(plan.configuration).costs(), options);
        if (!estimate) {
            return;
        }
        plan.estimate = *std::move(estimate);
        Contender contender {shortOf(plan.estimate).missing, plan.estimate.step, judged, plan.configuration, plan};
        if (judged == Judged::Replayed && (!m_best.plan || Farther()(m_best, contender))) {
            m_best = contender;
        }
        m_open.push(std::move(contender));
    }

    const PlanSpace& m_space;
    const Problem& m_problem;
    const std::stop_token& m_stop;
    ReplayMemory* m_replays;
    std::optional<int> m_devices;
    std::priority_queue<Contender, std::vector<Contender>, Farther> m_open;
    Contender m_best; // of those that were replayed
    bool m_any = false; // was searched
    int m_searched = 0;
    int m_replayed = 0;
};

}

std::optional<NearestPlan> nearestPlanOf(const PlanSpace& space, const Problem& problem, const std::stop_token& stop,
                                         ReplayMemory* replays, std::optional<int> devices)
{
    ReplayMemory own;
    return NearestSearch(space, problem, stop, replays != nullptr ? replays : &own, devices).run();
}

}
