// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/costsweep.h"

#include "core/search/searchrounds.h"

#include <algorithm>
#include <map>

namespace stagecraft {

namespace {

constexpr double never = 1e300;

// Knowledge about an item of the queue, in ascending order; among equal costs the best-known item comes first.
enum class Known { Depths, Configuration, Bounded, Found };

struct Item {
    double cost = 0; // lower bound, nodes x seconds
    Seconds step; // lower bound
    Configuration configuration; // deepest of the depths
    int shallowest = 1;
    Known known = Known::Depths;
    std::size_t found = 0; // index into m_found, if `known` is Found

    // The top of a priority queue is its largest.
    friend bool operator<(const Item& a, const Item& b)
    {
        return a.cost != b.cost ? a.cost > b.cost : a.known < b.known;
    }
};

struct Point {
    double cost = 0;
    Seconds step;
    Bytes peak;
};

class CostSweep {
public:
    CostSweep(const PlanSpace& space, int devices_per_node, const CostSweepEffort& effort, const std::stop_token& stop,
              const std::function<void()>& report)
        : m_space(space)
        , m_devices_per_node(devices_per_node)
        , m_effort(effort)
        , m_stop(stop)
        , m_report(report)
        , m_left(effort.work)
    {
    }

    CostFront run(const std::vector<ConfiguredPartition>& known)
    {
        for (const ConfiguredPartition& each : known) {
            addPoint(each);
        }
        for (const Configuration& config_group : m_space.configGroups()) {
            pushDepths(config_group.config_group, m_space.configGroup(config_group).shallowest,
                       config_group.pipeline_ranks);
        }
        const std::vector<SearchRound> rounds = searchRounds(m_space);
        sweep(rounds.empty() ? 0 : m_effort.work / 2);
        if (!m_items.empty() && m_front.points.empty()) {
            for (std::size_t i = 0; i < rounds.size(); ++i) {
                search(rounds[i], workOfRound(rounds, i, m_left));
            }
            sweep(0);
        }
        if (m_items.empty()) {
            raiseBound(m_cheapest);
        }
        m_front.complete = m_front.complete && m_items.empty() && m_uncertain == never && !m_stop.stop_requested();
        keepFound();
        return std::move(m_front);
    }

private:
    // Runs until the queue is empty or, while the cheapest plan is not known, until only `spare` work is left.
    void sweep(std::int64_t spare)
    {
        while (!m_items.empty() && !m_stop.stop_requested()) {
            raiseBound(m_items.top().cost);
            const bool known = !m_front.points.empty() || m_items.top().cost >= m_cheapest;
            if (m_left <= (known ? 0 : spare)) {
                return;
            }
            Item item = m_items.top();
            m_items.pop();
            take(std::move(item));
        }
    }

    // Searches these configuration groups for cheaper plans than those found. The limits stay, as other configuration
    // groups may have cheaper plans.
    void search(const SearchRound& round, std::int64_t work)
    {
        if (work <= 0) {
            return;
        }
        const std::vector<Item> others = m_items.setAside([&](const Item& item) {
            return round.config_groups[static_cast<std::size_t>(item.configuration.config_group)]
                && item.cost < m_cheapest_found;
        });
        const std::int64_t least = m_left - work;
        while (!m_items.empty() && m_items.top().cost < m_cheapest_found && m_left > least
               && !m_stop.stop_requested()) {
            const Item item = m_items.top();
            m_items.pop();
            item.known == Known::Depths ? halve(item) : learn(item, limitOf(item.configuration));
        }
        m_items.putBack(others);
    }

    void halve(const Item& item)
    {
        const int middle = (item.shallowest + item.configuration.pipeline_ranks) / 2;
        pushDepths(item.configuration.config_group, item.shallowest, middle);
        pushDepths(item.configuration.config_group, middle + 1, item.configuration.pipeline_ranks);
    }

    int nodesOf(const Configuration& c) const
    {
        return (m_space.devices(c) + m_devices_per_node - 1) / m_devices_per_node;
    }

    void pushDepths(int config_group, int shallowest, int deepest)
    {
        const Configuration least {config_group, shallowest, {}, {}};
        Configuration c {config_group, deepest, {}, {}};
        c.step_bound = m_space.search(c).stepBound(deepest);
        m_items.push({nodesOf(least) * c.step_bound.value, c.step_bound, c, shallowest,
                      shallowest == deepest ? Known::Configuration : Known::Depths});
    }

    void push(const Item& item, Seconds step, Known known, std::size_t found = 0)
    {
        step = std::max(item.step, step);
        m_items.push(
            {nodesOf(item.configuration) * step.value, step, item.configuration, item.shallowest, known, found});
    }

    void addPoint(const ConfiguredPartition& plan)
    {
        const Seconds step = plan.partition.step;
        m_points.push_back({nodesOf(plan.configuration) * step.value, step, plan.partition.peak});
        m_cheapest = std::min(m_cheapest, m_points.back().cost);
        m_cheapest_found = std::min(m_cheapest_found, m_cheapest);
    }

    // Raises the bound to the cost that no remaining plan is below.
    void raiseBound(double cost)
    {
        m_front.cheapest_bound = std::max(m_front.cheapest_bound, std::min({cost, m_cheapest, m_uncertain}));
    }

    // Returns the largest peak that is still of interest for plans on this number of nodes.
    Bytes& limitOf(const Configuration& c) { return m_limits.try_emplace(nodesOf(c), noPeak - Bytes(1)).first->second; }

    // Lowers and returns the limit. All remaining plans cost at least as much as this item and, on as many nodes, have
    // a step at least as long: those with the peak of a point that is as good are of no interest.
    Bytes limitFor(const Item& item)
    {
        Bytes& limit = limitOf(item.configuration);
        for (const Point& point : m_points) {
            if (point.cost <= item.cost && point.step <= item.step && point.peak <= limit) {
                limit = point.peak - Bytes(1);
            }
        }
        return limit;
    }

    void take(Item item)
    {
        if (item.known == Known::Depths) {
            halve(item);
            return;
        }
        const Bytes limit = limitFor(item);
        if (item.known == Known::Found && m_found[item.found].partition.peak <= limit) {
            accept(item);
            push(item, item.step, Known::Configuration);
            return;
        }
        learn(item, limit);
    }

    void accept(const Item& item)
    {
        const ConfiguredPartition& plan = m_found[item.found];
        addPoint(plan);
        m_front.points.push_back(plan);
        if (static_cast<int>(m_front.points.size()) >= m_effort.points) {
            Bytes& limit = limitOf(item.configuration);
            limit = std::min(limit, scaled(plan.partition.peak, 1 - m_effort.apart));
            m_front.complete = false;
        }
        if (m_report) {
            m_report();
        }
    }

    // Adds the plans found that were still waiting for cheaper plans when the work ran out.
    void keepFound()
    {
        std::stable_sort(m_found.begin(), m_found.end(),
                         [&](const ConfiguredPartition& a, const ConfiguredPartition& b) {
                             return nodesOf(a.configuration) * a.partition.step.value
                                 < nodesOf(b.configuration) * b.partition.step.value;
                         });
        for (const ConfiguredPartition& plan : m_found) {
            const Seconds step = plan.partition.step;
            const double cost = nodesOf(plan.configuration) * step.value;
            const bool beaten = std::any_of(m_points.begin(), m_points.end(), [&](const Point& point) {
                return point.cost <= cost && point.step <= step && point.peak <= plan.partition.peak;
            });
            if (!beaten) {
                addPoint(plan);
                m_front.points.push_back(plan);
            }
        }
    }

    // Refines the item and puts it back.
    void learn(const Item& item, Bytes limit)
    {
        const Configuration& c = item.configuration;
        ConfigurationSearch& config_group = m_space.search(c);
        limit = std::min(limit, config_group.fittingPeak(c.pipeline_ranks));
        if (config_group.peakBound(c.pipeline_ranks) > limit
            || config_group.headroomBound(c.pipeline_ranks) < Bytes(0)) {
            return; // nor with lower limits
        }
        const std::int64_t layers = config_group.costs().size();
        m_left -= layers * layers;
        if (item.known != Known::Bounded) {
            const Seconds bound = config_group.partitions(PartitionFilter::Fitting)
                                      .fastestBound(c.pipeline_ranks, limit, m_stop, nullptr);
            if (bound.value < 1e300) { // else no partition is under the limit
                push(item, bound, Known::Bounded);
            }
            return;
        }
        auto found =
            config_group.partitions(PartitionFilter::Fitting).fastest(c.pipeline_ranks, limit, m_effort.each, m_stop);
        if (!found) {
            return;
        }
        m_left -= found->operations;
        m_uncertain = found->exact ? m_uncertain : std::min(m_uncertain, item.cost);
        m_cheapest_found = std::min(m_cheapest_found, nodesOf(c) * found->step.value);
        push(item, found->step, Known::Found, m_found.size());
        m_found.push_back({c, *std::move(found)});
    }

    const PlanSpace& m_space;
    const int m_devices_per_node;
    const CostSweepEffort& m_effort;
    const std::stop_token& m_stop;
    const std::function<void()>& m_report;
    RoundQueue<Item> m_items;
    std::map<int, Bytes> m_limits; // by number of nodes
    std::vector<Point> m_points; // known and accepted plans
    double m_cheapest = never; // minimum over m_points
    double m_cheapest_found = never; // minimum over m_points and the waiting items
    std::vector<ConfiguredPartition> m_found;
    double m_uncertain = never; // lower bound over inexactly searched configurations
    std::int64_t m_left;
    CostFront m_front;
};

}

CostFront sweepCosts(const PlanSpace& space, int devices_per_node, const std::vector<ConfiguredPartition>& known,
                     const CostSweepEffort& effort, const std::stop_token& stop, const std::function<void()>& report)
{
    return CostSweep(space, devices_per_node, effort, stop, report).run(known);
}

}
