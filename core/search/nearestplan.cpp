// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/nearestplan.h"

#include "core/estimate/estimator.h"
#include "core/search/outcometext.h"

#include <queue>
#include <tuple>
#include <vector>

namespace stagecraft {

namespace {

// Effort for timing: many plans may have the same shortfall.
constexpr SearchEffort briefTiming {200'000};
constexpr int mostSearched = 400; // configurations
constexpr int mostReplayed = 8; // plans; replaying a large one needs seconds

// Accuracy of a configuration's shortfall, from bounds to the final estimate.
enum class Evaluated { Bounded, Searched, Estimated, Replayed };

struct Contender {
    Bytes missing; // lower bound over the evaluated plans of the configuration
    Seconds step;
    Evaluated evaluated = Evaluated::Bounded;
    Configuration configuration;
    std::optional<NearestPlan> plan;
};

struct Farther {
    bool operator()(const Contender& a, const Contender& b) const
    {
        const auto order = [](const Contender& c) {
            return std::tuple(c.missing, c.step, c.configuration.config_group, c.configuration.pipeline_ranks);
        };
        return order(b) < order(a);
    }
};

// Best-first search: evaluates the nearest contender more accurately until the nearest one is evaluated in full.
class NearestSearch {
public:
    NearestSearch(const PlanSpace& space, const Problem& problem, const std::stop_token& stop, ReplayCache* replays,
                  std::optional<int> devices)
        : m_space(space), m_problem(problem), m_stop(stop), m_replays(replays), m_devices(devices)
    {
    }

    std::optional<NearestPlan> run()
    {
        for (const Configuration& config_group : m_space.configGroups()) {
            for (const Configuration& c : m_space.configurations(config_group.config_group)) {
                if (!m_devices || m_space.devices(c) == *m_devices) {
                    const Bytes headroom = m_space.search(c).headroomBound(c.pipeline_ranks);
                    m_open.push({std::max(Bytes(0), Bytes(0) - headroom), c.step_bound, Evaluated::Bounded, c, {}});
                }
            }
        }
        while (!m_open.empty() && m_replayed < mostReplayed && !m_stop.stop_requested()) {
            Contender next = m_open.top();
            if (next.evaluated == Evaluated::Replayed) {
                break;
            }
            m_open.pop();
            evaluate(std::move(next));
        }
        return m_stop.stop_requested() ? std::nullopt : std::move(m_best.plan);
    }

private:
    void evaluate(Contender contender)
    {
        switch (contender.evaluated) {
        case Evaluated::Bounded:
            return searched(std::move(contender));
        case Evaluated::Searched:
            return estimated(std::move(contender));
        case Evaluated::Estimated:
            return replayed(std::move(contender));
        case Evaluated::Replayed:
            break;
        }
    }

    void searched(Contender contender)
    {
        if (m_searched++ >= mostSearched && m_any) {
            return;
        }
        const Configuration& c = contender.configuration;
        ConfigurationSearch& config_group = m_space.search(c);
        const auto least =
            config_group.leastPeak(c.pipeline_ranks, noPeak - Bytes(1), PartitionFilter::Nearest, m_stop);
        if (!least || *least == noPeak) {
            return;
        }
        contender.missing = std::max(contender.missing, *least - config_group.fittingPeak(c.pipeline_ranks));
        contender.evaluated = Evaluated::Searched;
        m_any = true;
        m_open.push(std::move(contender));
    }

    void estimated(Contender contender)
    {
        const Configuration c = contender.configuration;
        ConfigurationSearch& config_group = m_space.search(c);
        const auto least =
            config_group.leastPeak(c.pipeline_ranks, noPeak - Bytes(1), PartitionFilter::Nearest, m_stop);
        if (!least) {
            return;
        }
        const auto found =
            config_group.partitions(PartitionFilter::Nearest).fastest(c.pipeline_ranks, *least, briefTiming, m_stop);
        if (found) {
            const bool whole = config_group.costs().closedForm(); // layer tables have nothing to replay
            estimate({c, config_group.planOf(found->split_points), {}}, {false, false, m_replays},
                     whole ? Evaluated::Replayed : Evaluated::Estimated);
        }
    }

    void replayed(Contender contender)
    {
        ++m_replayed;
        estimate(*std::move(contender.plan), {true, false, m_replays}, Evaluated::Replayed);
    }

    void estimate(NearestPlan plan, const ReservedOptions& options, Evaluated evaluated)
    {
        auto estimate = estimatePlan(m_problem, plan.plan, m_space.search(plan.configuration).costs(), options);
        if (!estimate) {
            return;
        }
        plan.estimate = *std::move(estimate);
        Contender contender {shortOf(plan.estimate).missing, plan.estimate.step, evaluated, plan.configuration, plan};
        if (evaluated == Evaluated::Replayed && (!m_best.plan || Farther()(m_best, contender))) {
            m_best = contender;
        }
        m_open.push(std::move(contender));
    }

    const PlanSpace& m_space;
    const Problem& m_problem;
    const std::stop_token& m_stop;
    ReplayCache* m_replays;
    std::optional<int> m_devices;
    std::priority_queue<Contender, std::vector<Contender>, Farther> m_open;
    Contender m_best; // best of the replayed contenders
    bool m_any = false; // true if a configuration was searched
    int m_searched = 0;
    int m_replayed = 0;
};

}

std::optional<NearestPlan> nearestPlanOf(const PlanSpace& space, const Problem& problem, const std::stop_token& stop,
                                         ReplayCache* replays, std::optional<int> devices)
{
    ReplayCache own;
    return NearestSearch(space, problem, stop, replays != nullptr ? replays : &own, devices).run();
}

}
