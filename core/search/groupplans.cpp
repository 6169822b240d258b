// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/groupplans.h"

#include "core/estimate/trainingcost.h"
#include "core/search/costsweep.h"
#include "core/search/frontsweep.h"
#include "core/search/leastpeaksearch.h"

#include <algorithm>

namespace stagecraft {

namespace {

// Work of sweepFront(): total over the groups; per group if `with_least`.
constexpr std::int64_t allWork = 6'000'000;
constexpr SearchEffort thorough {10'000'000}; // search for the plan with the lowest peak
constexpr double apart = 0.05; // relative distance of the peaks of listed points

class OnGroups {
public:
    OnGroups(const Problem& problem, const CostModel& model, const std::stop_token& stop)
        : m_problem(problem), m_model(model), m_stop(stop)
    {
    }

    GroupPlans run(bool with_least)
    {
        const auto& groups = m_problem.cluster.groups;
        m_effort.work = with_least ? allWork : allWork / static_cast<std::int64_t>(groups.size());
        m_effort.points = 1;
        m_effort.apart = apart;
        for (std::size_t group = 0; group < groups.size(); ++group) {
            const auto end = groups.begin() + static_cast<std::ptrdiff_t>(group);
            if (std::find(groups.begin(), end, groups[group]) == end) {
                searchOn(static_cast<int>(group), with_least);
            }
        }
        return std::move(m_found);
    }

private:
    void searchOn(int group, bool with_least)
    {
        Problem alone = m_problem;
        alone.cluster.groups = {m_problem.cluster.groups[static_cast<std::size_t>(group)]};
        const auto space = PlanSpace::make(alone, m_model, m_stop);
        if (!space || space->configGroups().empty()) {
            return; // no plan uses this group
        }
        if (with_least) {
            addLeast(*space, group);
        }
        sweep(*space, alone, group);
    }

    void addLeast(const PlanSpace& space, int group)
    {
        const LeastPeak least = leastPeakOf(space, thorough, m_stop);
        if (least.best && least.fits) {
            const Partition& found = least.best->partition;
            Plan plan = space.search(least.best->configuration).planOf(found.split_points);
            m_found.least.push_back({placedOn(group, std::move(plan)), group, found.peak, found.step});
        }
    }

    void sweep(const PlanSpace& space, const Problem& alone, int group)
    {
        const ClusterGroup& own = alone.cluster.groups.front();
        Front front = sweepFront(space, m_effort, m_stop);
        if (front.points.empty() && front.complete) {
            return; // no plan fits
        }
        m_found.fastest_bound = std::min(m_found.fastest_bound, front.fastest_bound);
        if (own.price_per_node) {
            double node_seconds = front.fastest_bound.value; // for a single node
            if (own.nodes > 1) {
                CostSweepEffort effort;
                effort.work = m_effort.work / 3;
                effort.points = m_effort.points;
                CostFront costs = sweepCosts(space, own.devices_per_node, front.points, effort, m_stop);
                node_seconds = costs.cheapest_bound;
                std::move(costs.points.begin(), costs.points.end(), std::back_inserter(front.points));
            }
            m_found.cheapest_bound = std::min(m_found.cheapest_bound, *own.price_per_node * Seconds(node_seconds));
        }
        for (const ConfiguredPartition& point : front.points) {
            add(space.search(point.configuration).planOf(point.partition.split_points), point.partition.step, group);
        }
    }

    static Plan placedOn(int group, Plan plan)
    {
        for (Stage& stage : plan.stages) {
            stage.device_group = group;
        }
        return plan;
    }

    void add(Plan plan, Seconds step, int group)
    {
        plan = placedOn(group, std::move(plan));
        m_found.fastest = std::min(m_found.fastest, step);
        if (const auto cost = costOfStep(m_problem.cluster, plan, step)) {
            m_found.cheapest = std::min(m_found.cheapest, *cost);
        }
        m_found.plans.push_back(std::move(plan));
    }

    const Problem& m_problem;
    const CostModel& m_model;
    const std::stop_token& m_stop;
    SweepEffort m_effort;
    GroupPlans m_found;
};

}

GroupPlans plansOnGroups(const Problem& problem, const CostModel& model, bool with_least, const std::stop_token& stop)
{
    return OnGroups(problem, model, stop).run(with_least);
}

}
