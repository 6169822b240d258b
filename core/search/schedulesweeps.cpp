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

// A schedule with its stages a pipeline rank, where it takes any number of them.
using OneSchedule = std::pair<ScheduleKind, int>;

OneSchedule scheduleOf(const PlanFamily& family)
{
    const ScheduleKind schedule = family.fixed.schedule;
    return {schedule, rulesOf(schedule).stages_per_rank == 0 ? family.fixed.interleave : 0};
}

class ScheduleSweep {
public:
    ScheduleSweep(const PlanSpace& space, const ScheduleSweepEffort& effort, const std::stop_token& stop)
        : m_space(space), m_effort(effort), m_stop(stop)
    {
    }

    std::vector<ConfiguredPartition> run()
    {
        const auto& families = m_space.families();
        if (std::none_of(families.begin(), families.end(), [&](const auto& family) { return isOfInterest(family); })) {
            return {};
        }
        SweepEffort effort = m_effort.front;
        const bool sketches = !effort.fastest_alone; // down to the least peak
        if (sketches && hasClosedForm(m_space.family(families.front()).fixed.schedule)) { // of others it takes too long
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
    // As far as bounds tell.
    bool isOfInterest(const Configuration& family) const
    {
        const PlanFamily& plans = m_space.family(family);
        return family.step_bound <= m_effort.slowest
            || (m_effort.costs
                && m_effort.nodesOf(plans.devices(plans.shallowest)) * family.step_bound.value <= m_effort.dearest);
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

// What orders plans.
struct Merits {
    Bytes peak;
    Seconds step;
    double cost; // nodes x step
};

bool asGood(const Merits& a, const Merits& b)
{
    return a.peak <= b.peak && a.step <= b.step && a.cost <= b.cost;
}

}

std::vector<ConfiguredPartition> sweepSchedules(const PlanSpace& space, const std::vector<ConfiguredPartition>& known,
                                                const ScheduleSweepEffort& effort, const std::stop_token& stop)
{
    std::set<OneSchedule> schedules;
    for (const Configuration& family : space.families()) {
        schedules.insert(scheduleOf(space.family(family)));
    }
    if (schedules.size() < 2) {
        return {};
    }
    const std::vector<OneSchedule> each(schedules.begin(), schedules.end());
    std::vector<std::vector<ConfiguredPartition>> found(each.size());
    inParallel(each.size(), stop, [&](std::size_t i) {
        const PlanSpace part = space.only([&](const PlanFamily& family) { return scheduleOf(family) == each[i]; });
        found[i] = ScheduleSweep(part, effort, stop).run();
    });
    const auto merits = [&](const ConfiguredPartition& plan) {
        const Seconds step = plan.partition.step;
        const int nodes = effort.nodesOf(space.devices(plan.configuration));
        return Merits {plan.partition.peak, step, effort.costs ? nodes * step.value : 0};
    };
    std::vector<ConfiguredPartition> better;
    for (std::vector<ConfiguredPartition>& plans : found) {
        for (ConfiguredPartition& plan : plans) {
            const Merits own = merits(plan);
            const auto beats = [&](const ConfiguredPartition& other) { return asGood(merits(other), own); };
            if (std::none_of(known.begin(), known.end(), beats) && std::none_of(better.begin(), better.end(), beats)) {
                std::erase_if(better, [&](const ConfiguredPartition& other) { return asGood(own, merits(other)); });
                better.push_back(std::move(plan));
            }
        }
    }
    return better;
}

}
