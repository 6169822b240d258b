// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/frontsweep.h"

#include "core/search/baselines/uniform.h"
#include "core/search/configurationqueue.h"
#include "core/search/labels.h"
#include "core/search/searchrounds.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace stagecraft {

namespace {

// Knowledge about a node. Among equal steps the best-known node comes first: a found plan is as fast, others may turn
// out slower.
enum class Known { ConfigGroup, Configuration, Bounded, Found };

// Simulated operations per stage evaluation.
constexpr std::int64_t operationsOfLook = 2;
// Additional operations per node, in rounds without tight bounds, which visit very many nodes.
constexpr std::int64_t operationsOfNode = 200;
// Operations per stage to search partitions with several stages per pipeline rank.
constexpr std::int64_t operationsOfPipelineRanks = 2'000;

struct Node {
    Seconds step; // lower bound over its plans under the current limit
    Configuration configuration; // for a whole configuration group the deepest
    Known known = Known::ConfigGroup;
    std::size_t found = 0; // index into Front::others, if `known` is Found

    // The top of a priority queue is its largest.
    friend bool operator<(const Node& a, const Node& b)
    {
        return a.step != b.step ? a.step > b.step : a.known < b.known;
    }
};

class Sweep {
public:
    Sweep(const PlanSpace& space, const SweepEffort& effort, const std::stop_token& stop,
          const std::function<void()>& report)
        : m_space(space), m_effort(effort), m_stop(stop), m_report(report), m_left(effort.work)
    {
        for (const Configuration& config_group : space.configGroups()) {
            m_nodes.push({config_group.step_bound, config_group, Known::ConfigGroup});
        }
    }

    Front run()
    {
        const std::vector<SearchRound> rounds = searchRounds(m_space);
        sweep(rounds.empty() ? 0 : m_effort.work / 3);
        if (m_front.points.empty() && !m_nodes.empty() && m_effort.work > 0) {
            for (std::size_t i = 0; i < rounds.size(); ++i) {
                search(rounds[i], workOfRound(rounds, i, m_left));
            }
            sweep(0);
        }
        m_front.complete = m_front.complete && m_nodes.empty() && !m_stop.stop_requested();
        if (m_front.points.empty() && !m_nodes.empty()) {
            m_front.fastest_bound = std::min(m_nodes.top().step, m_uncertain);
        }
        const bool unproved = m_front.points.empty();
        if (!m_nodes.empty() && !m_stop.stop_requested() && (unproved || !m_effort.fastest_alone)) {
            sketch();
            if (unproved) {
                addFastestFound();
            }
        }
        return std::move(m_front);
    }

private:
    // Runs until the queue is empty or, while the fastest plan is not known, until only `spare` work is left.
    void sweep(std::int64_t spare)
    {
        while (!m_nodes.empty() && !m_stop.stop_requested()) {
            Node node = m_nodes.top();
            const bool next = node.known == Known::Found && peakOf(node) <= m_limit;
            if ((!next && m_left <= (m_front.points.empty() ? spare : 0)) || hasFastestAlone(node)) {
                return;
            }
            m_nodes.pop();
            if (next) {
                accept(node);
                m_nodes.push({node.step, node.configuration, Known::Configuration});
            } else {
                learn(std::move(node));
            }
        }
    }

    // True if only the fastest plan is wanted and all remaining nodes, from this one on, are slower.
    bool hasFastestAlone(const Node& next) const
    {
        const auto& points = m_front.points;
        return m_effort.fastest_alone && !points.empty() && next.step > points.front().partition.step * equalWithin;
    }

    // Searches these configuration groups for faster plans than those found.
    void search(const SearchRound& round, std::int64_t work)
    {
        if (work <= 0) {
            return;
        }
        const std::vector<Node> others = m_nodes.setAside([&](const Node& node) {
            return round.config_groups[static_cast<std::size_t>(node.configuration.config_group)]
                && node.step < m_fastest_found;
        });
        const std::int64_t least = m_left - work;
        std::vector<std::pair<Seconds, Node>> probed;
        while (!m_nodes.empty() && m_nodes.top().step < m_fastest_found && !m_stop.stop_requested()
               && m_left > least + (probed.empty() ? 0 : work / 4)) {
            Node node = m_nodes.top();
            m_nodes.pop();
            m_left -= round.exact ? 0 : operationsOfNode;
            if (node.known == Known::Bounded && !m_space.search(node.configuration).isExact()) {
                probed.emplace_back(probe(node.configuration), node);
            } else {
                learn(std::move(node));
            }
        }
        std::stable_sort(probed.begin(), probed.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        for (auto& [step, node] : probed) {
            const bool hopeful = node.step < m_fastest_found && m_left > least && !m_stop.stop_requested();
            hopeful ? learn(std::move(node)) : m_nodes.push(std::move(node));
        }
        m_nodes.putBack(others);
    }

    // Returns the step of even stages, which predicts the best partition better than a loose bound.
    Seconds probe(const Configuration& c)
    {
        ConfigurationSearch& config_group = m_space.search(c);
        const int stages = config_group.stages(c.pipeline_ranks);
        m_left -= 2 * stages * config_group.configGroup().micro_batches;
        const Partition even = config_group.partitions(PartitionFilter::Fitting)
                                   .evaluate(uniformSplitPoints(config_group.costs().size(), stages));
        return even.peak <= limitOf(c) ? even.step : Seconds(1e300);
    }

    // Adds the fastest plan found, even though it is not proven to be the fastest.
    void addFastestFound()
    {
        const auto& others = m_front.others;
        const auto fastest = std::min_element(others.begin(), others.end(), [](const auto& a, const auto& b) {
            return std::pair(a.partition.step, a.partition.peak) < std::pair(b.partition.step, b.partition.peak);
        });
        if (fastest != others.end()) {
            addIfFaster(*fastest);
        }
    }

    // Moves the remaining nodes into a queue of configurations.
    ConfigurationQueue waiting()
    {
        std::vector<Configuration> config_groups;
        std::vector<Configuration> configurations;
        for (const Node& node : m_nodes.takeAll()) {
            auto& of_kind = node.known == Known::ConfigGroup ? config_groups : configurations;
            of_kind.push_back(node.configuration);
            of_kind.back().step_bound = node.step;
        }
        return {m_space, config_groups, configurations};
    }

    void sketch()
    {
        ConfigurationQueue all = waiting();
        const auto& points = m_front.points;
        if (all.isEmpty()) {
            return;
        }
        const Configuration& first = all.first();
        const Bytes highest =
            points.empty() ? m_space.search(first).fittingPeak(first.pipeline_ranks) : points.back().partition.peak;
        if (points.empty()) {
            sketchBelow(all); // any plan that fits
        }
        if (m_effort.fastest_alone || m_effort.least <= Bytes(0) || highest <= m_effort.least) {
            return;
        }
        const double ratio = std::pow(m_effort.least / highest, 1.0 / m_effort.sketched);
        for (int i = 1; i <= m_effort.sketched && !m_stop.stop_requested(); ++i) {
            m_limit = i < m_effort.sketched ? scaled(highest, std::pow(ratio, i)) : m_effort.least;
            sketchBelow(all);
        }
    }

    // Searches the one or two best configurations, by a tighter bound, of those with the best bounds.
    void sketchBelow(ConfigurationQueue& all)
    {
        constexpr std::size_t bounded = 24;
        constexpr std::size_t searched = 2;
        constexpr int guessed = 8; // configurations that may have no plan
        std::vector<Configuration> close;
        int guesses = 0;
        std::int64_t left = m_effort.work / (2 * m_effort.sketched);
        all.restart(m_limit);
        while (close.size() < bounded && (left > 0 || std::ssize(close) == guesses)) {
            const auto next = all.next();
            if (!next) {
                break;
            }
            Configuration c = *next;
            const bool guess = !m_space.search(c).isExact();
            if ((guess && guesses == guessed) || !mayHave(c, m_limit)) {
                continue;
            }
            const Bytes limit = limitOf(c);
            if (!mayHave(c, limit)) {
                continue;
            }
            c.step_bound = boundOf(c, limit, left);
            if (c.step_bound.value < 1e300) {
                close.push_back(c);
                guesses += guess ? 1 : 0;
            }
        }
        std::stable_sort(close.begin(), close.end(),
                         [](const Configuration& a, const Configuration& b) { return a.step_bound < b.step_bound; });
        std::size_t found = 0;
        for (std::size_t i = 0; i < close.size() && found < searched; ++i) {
            const Configuration& c = close[i];
            if (auto plan = m_space.search(c)
                                .partitions(PartitionFilter::Fitting)
                                .fastest(c.pipeline_ranks, limitOf(c), m_effort.each, m_stop)) {
                addIfFaster({c, *std::move(plan)});
                ++found;
            }
        }
    }

    Bytes limitOf(const Configuration& c) const
    {
        return std::min(m_limit, m_space.search(c).fittingPeak(c.pipeline_ranks));
    }

    // True unless quick bounds exclude a plan under the limit.
    bool mayHave(const Configuration& c, Bytes limit) const
    {
        ConfigurationSearch& config_group = m_space.search(c);
        return c.peak_bound <= limit && config_group.headroomBound(c.pipeline_ranks) >= Bytes(0)
            && !config_group.exceeds(c.pipeline_ranks, limit);
    }

    // Infinite if no partition is under the limit. Subtracts its work from `left`.
    Seconds boundOf(const Configuration& c, Bytes limit, std::int64_t& left) const
    {
        std::int64_t looked = 0;
        const Seconds bound = m_space.search(c)
                                  .partitions(PartitionFilter::Fitting)
                                  .fastestBound(c.pipeline_ranks, limit, m_stop, &looked);
        left -= operationsOfLook * (looked + c.pipeline_ranks);
        return bound;
    }

    // Adds the point unless another dominates it. Points are added with descending limits.
    void addIfFaster(ConfiguredPartition point)
    {
        auto& points = m_front.points;
        const auto beaten = [&](const ConfiguredPartition& other) {
            return other.partition.step >= point.partition.step && other.partition.peak >= point.partition.peak;
        };
        const bool worse = std::any_of(points.begin(), points.end(), [&](const ConfiguredPartition& other) {
            return other.partition.step <= point.partition.step && other.partition.peak <= point.partition.peak;
        });
        if (!worse) {
            std::erase_if(points, beaten);
            points.push_back(std::move(point));
        }
    }

    void accept(const Node& node)
    {
        auto& points = m_front.points;
        m_front.fastest_bound = points.empty() ? std::min(node.step, m_uncertain) : m_front.fastest_bound;
        if (!points.empty() && points.back().partition.step * equalWithin >= node.step) {
            points.pop_back(); // equally fast, with a higher peak
        }
        points.push_back(m_front.others[node.found]);
        m_limit = peakOf(node) - Bytes(1);
        if (static_cast<int>(points.size()) >= m_effort.points) {
            m_limit = std::min(m_limit, scaled(peakOf(node), 1 - m_effort.apart));
            m_front.complete = false;
        }
        if (m_report) {
            m_report();
        }
    }

    Bytes peakOf(const Node& node) const { return m_front.others[node.found].partition.peak; }

    // Refines the node and puts it back.
    void learn(Node node)
    {
        const Configuration& c = node.configuration;
        ConfigurationSearch& config_group = m_space.search(c);
        if (node.known == Known::ConfigGroup) {
            for (const Configuration& each : m_space.configurations(c.config_group)) {
                m_nodes.push({each.step_bound, each, Known::Configuration});
            }
            return;
        }
        const Bytes limit = limitOf(c);
        if (!mayHave(c, limit)) {
            return; // nor with lower limits
        }
        if (node.known != Known::Bounded) {
            const Seconds bound = boundOf(c, limit, m_left);
            if (bound.value < 1e300) { // else no partition is under the limit
                m_nodes.push({std::max(node.step, bound), c, Known::Bounded});
            }
            return;
        }
        if (!config_group.isExact()) { // it is not known yet if there is a partition
            m_left -= operationsOfPipelineRanks * config_group.stages(c.pipeline_ranks);
        }
        auto found =
            config_group.partitions(PartitionFilter::Fitting).fastest(c.pipeline_ranks, limit, m_effort.each, m_stop);
        if (!found) {
            return;
        }
        m_left -= found->operations;
        m_front.complete = m_front.complete && found->exact;
        m_uncertain = found->exact ? m_uncertain : std::min(m_uncertain, node.step);
        m_fastest_found = std::min(m_fastest_found, found->step);
        const Seconds step = std::max(node.step, found->step);
        m_nodes.push({step, c, Known::Found, m_front.others.size()});
        m_front.others.push_back({c, *std::move(found)});
    }

    const PlanSpace& m_space;
    const SweepEffort& m_effort;
    const std::stop_token& m_stop;
    const std::function<void()>& m_report;
    RoundQueue<Node> m_nodes;
    Bytes m_limit = noPeak - Bytes(1);
    Seconds m_uncertain {1e300}; // lower bound over inexactly searched configurations
    Seconds m_fastest_found {1e300};
    std::int64_t m_left;
    Front m_front;
};

}

Front sweepFront(const PlanSpace& space, const SweepEffort& effort, const std::stop_token& stop,
                 const std::function<void()>& report)
{
    return Sweep(space, effort, stop, report).run();
}

}
