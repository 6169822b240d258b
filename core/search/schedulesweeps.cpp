// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/schedulesweeps.h"

#include "core/base/parallel.h"
#include "core/memory/stagepeaks.h"
#include "core/schedule/rules.h"
#include "core/search/leastpeaksearch.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace stagecraft {

namespace {

// A schedule, with its stages per pipeline rank if it accepts any number.
using OneSchedule = std::pair<ScheduleKind, int>;

OneSchedule scheduleOf(const ConfigurationGroup& config_group)
{
    const ScheduleKind schedule = config_group.fixed.schedule;
    return {schedule, rulesOf(schedule).stages_per_rank == 0 ? config_group.fixed.interleave : 0};
}

class ScheduleSweep {
public:
    ScheduleSweep(const PlanSpace& space, const ScheduleSweepEffort& effort, const std::stop_token& stop)
        : m_space(space), m_effort(effort), m_stop(stop)
    {
    }

    std::vector<ConfiguredPartition> run()
    {
        const auto& config_groups = m_space.configGroups();
        if (std::none_of(config_groups.begin(), config_groups.end(),
                         [&](const auto& config_group) { return isOfInterest(config_group); })) {
            return {};
        }
        SweepEffort effort = m_effort.front;
        const bool sketches = !effort.fastest_alone; // sweeps down to the lowest peak
        if (sketches
            && hasClosedForm(
                m_space.configGroup(config_groups.front()).fixed.schedule)) { // takes too long for other schedules
            const LeastPeak least = leastPeakOf(m_space, m_effort.least, m_stop);
            if (!least.best || !least.fits) {
                return {};
            }
            effort.least = least.best->partition.peak;
            m_found.push_back(*least.best);
        }
        Front front = sweepFront(m_space, effort, m_stop);
        const std::vector<ConfiguredPartition> known = front.points;
        take(std::move(front.points));
        take(std::move(front.others));
        if (m_effort.costs) {
            take(sweepCosts(m_space, m_effort.devices_per_node, known, *m_effort.costs, m_stop).points);
        }
        return std::move(m_found);
    }

private:
    // Decides by bounds.
    bool isOfInterest(const Configuration& config_group) const
    {
        const ConfigurationGroup& plans = m_space.configGroup(config_group);
        return config_group.step_bound <= m_effort.slowest
            || (m_effort.costs
                && m_effort.nodesOf(plans.devices(plans.shallowest)) * config_group.step_bound.value
                    <= m_effort.most_expensive);
    }

    void take(std::vector<ConfiguredPartition> plans)
    {
        std::move(plans.begin(), plans.end(), std::back_inserter(m_found));
    }

    const PlanSpace& m_space;
    const ScheduleSweepEffort& m_effort;
    const std::stop_token& m_stop;
    std::vector<ConfiguredPartition> m_found;
};

// Values that order plans.
struct PlanMetrics {
    Bytes peak;
    Seconds step;
    double cost; // nodes x step
};

bool asGood(const PlanMetrics& a, const PlanMetrics& b)
{
    return a.peak <= b.peak && a.step <= b.step && a.cost <= b.cost;
}

}

std::vector<ConfiguredPartition> sweepSchedules(const PlanSpace& space, const std::vector<ConfiguredPartition>& known,
                                                const ScheduleSweepEffort& effort, const std::stop_token& stop)
{
    std::set<OneSchedule> schedules;
    for (const Configuration& config_group : space.configGroups()) {
        schedules.insert(scheduleOf(space.configGroup(config_group)));
    }
    if (schedules.size() < 2) {
        return {};
    }
    const std::vector<OneSchedule> each(schedules.begin(), schedules.end());
    std::vector<std::vector<ConfiguredPartition>> found(each.size());
    inParallel(each.size(), stop, [&](std::size_t i) {
        const PlanSpace part =
            space.only([&](const ConfigurationGroup& config_group) { return scheduleOf(config_group) == each[i]; });
        found[i] = ScheduleSweep(part, effort, stop).run();
    });
    const auto plan_metrics = [&](const ConfiguredPartition& plan) {
        const Seconds step = plan.partition.step;
        const int nodes = effort.nodesOf(space.devices(plan.configuration));
        return PlanMetrics {plan.partition.peak, step, effort.costs ? nodes * step.value : 0};
    };
    std::vector<ConfiguredPartition> better;
    for (std::vector<ConfiguredPartition>& plans : found) {
        for (ConfiguredPartition& plan : plans) {
            const PlanMetrics own = plan_metrics(plan);
            const auto beats = [&](const ConfiguredPartition& other) { return asGood(plan_metrics(other), own); };
            if (std::none_of(known.begin(), known.end(), beats) && std::none_of(better.begin(), better.end(), beats)) {
                std::erase_if(better,
                              [&](const ConfiguredPartition& other) { return asGood(own, plan_metrics(other)); });
                better.push_back(std::move(plan));
            }
        }
    }
    return better;
}

}
