// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/leastpeaksearch.h"

#include "core/schedule/schedule.h"

#include <algorithm>
#include <tuple>

namespace stagecraft {

namespace {

class LeastPeakSearch {
public:
    LeastPeakSearch(const PlanSpace& space, SearchEffort effort, const std::stop_token& stop,
                    std::optional<int> devices)
        : m_space(space), m_effort(effort), m_stop(stop), m_devices(devices), m_order(space.configGroups())
    {
        // Configurations that are quick to search come first: their result prunes most of the others.
        std::vector<std::tuple<int, Bytes, std::size_t>> order;
        order.reserve(m_order.size());
        for (std::size_t i = 0; i < m_order.size(); ++i) {
            order.emplace_back(turn(m_order[i]), m_order[i].peak_bound, i);
        }
        std::sort(order.begin(), order.end());
        for (std::size_t i = 0; i < order.size(); ++i) {
            m_order[i] = space.configGroups()[std::get<2>(order[i])];
        }
    }

    LeastPeak run()
    {
        m_result.fits = true;
        findLeast();
        if (m_ties.empty() && !m_stop.stop_requested()) {
            m_result.fits = false;
            findLeast();
        }
        chooseAmongTies();
        return std::move(m_result);
    }

private:
    // Returns the largest peak of interest.
    Bytes limitOf(const Configuration& c) const
    {
        return m_result.fits ? m_space.search(c).fittingPeak(c.pipeline_ranks) : noPeak - Bytes(1);
    }

    PartitionFilter wanted() const { return m_result.fits ? PartitionFilter::Fitting : PartitionFilter::Any; }
    bool isExact(const Configuration& c) const { return m_space.search(c).isExact(); }
    int turn(const Configuration& c) const
    {
        return (hasClosedForm(m_space.configGroup(c).fixed.schedule) ? 0 : 1) + (isExact(c) ? 0 : 1);
    }

    void findLeast()
    {
        m_least = noPeak - Bytes(1);
        for (const Configuration& config_group : m_order) {
            if (m_stop.stop_requested()) {
                return;
            }
            if (config_group.peak_bound > m_least || m_space.search(config_group).exceeds(m_least)) {
                continue;
            }
            lowerLimit(config_group);
            for (const Configuration& c : m_space.configurations(config_group.config_group, m_least)) {
                if (m_space.devices(c) == m_devices.value_or(m_space.devices(c))) {
                    findLeast(c);
                }
            }
        }
    }

    // Lowers the limit with a nearly optimal plan if there are very many layers and pipeline ranks: under a limit far
    // above the lowest peak, the dynamic program has to consider all split points.
    void lowerLimit(const Configuration& config_group)
    {
        ConfigurationSearch& search = m_space.search(config_group);
        if (!search.hasManyPartitions(config_group.pipeline_ranks) || !search.isExact() || m_devices) {
            return;
        }
        for (int pipeline_ranks = config_group.pipeline_ranks; pipeline_ranks >= search.configGroup().shallowest;
             pipeline_ranks -= (pipeline_ranks + 1) / 2) {
            Configuration c = config_group;
            c.pipeline_ranks = pipeline_ranks;
            const Bytes limit = std::min(m_least, limitOf(c));
            if (m_stop.stop_requested()) {
                return;
            }
            if (!search.exceeds(pipeline_ranks, limit)) {
                m_least = std::min(m_least, search.partitions(wanted()).quickPeak(pipeline_ranks, limit));
            }
        }
    }

    void findLeast(const Configuration& c)
    {
        ConfigurationSearch& config_group = m_space.search(c);
        if (c.peak_bound > m_least || config_group.exceeds(c.pipeline_ranks, m_least)) {
            return;
        }
        const Bytes limit = std::min(m_least, limitOf(c));
        if (c.peak_bound > limit || config_group.exceeds(c.pipeline_ranks, limit)
            || (m_result.fits && config_group.headroomBound(c.pipeline_ranks) < Bytes(0))) {
            return;
        }
        if (!isExact(c)) {
            m_result.bound = std::min(m_result.bound, config_group.closePeakBound(c.pipeline_ranks, limit));
        }
        // Searches up to the lowest peak so far rather than this depth's limit, which also finds the other depths of
        // the configuration group.
        const auto least = config_group.leastPeak(c.pipeline_ranks, m_least, wanted(), m_stop);
        if (!least || *least > limit) {
            return;
        }
        if (*least < m_least) {
            m_least = *least;
            m_ties.clear();
        }
        m_ties.push_back(c);
    }

    // Compares plans with the lowest peak by step; then sorted peaks of all devices, fewer devices, smaller split
    // points.
    bool precedes(const Partition& a, const Configuration& of_a, const ConfiguredPartition& best) const
    {
        const auto order = [&](const Partition& p, const Configuration& c) {
            std::vector<Bytes> peaks;
            const int each = m_space.configGroup(c).devices(1);
            for (const Bytes peak : p.sorted_peaks) {
                peaks.insert(peaks.end(), static_cast<std::size_t>(each), peak);
            }
            return std::make_tuple(p.step, std::move(peaks), m_space.devices(c), p.split_points);
        };
        return order(a, of_a) < order(best.partition, best.configuration);
    }

    void chooseAmongTies()
    {
        std::stable_sort(m_ties.begin(), m_ties.end(),
                         [](const Configuration& a, const Configuration& b) { return a.step_bound < b.step_bound; });
        std::int64_t operations = 0;
        for (const Configuration& c : m_ties) {
            auto& best = m_result.best;
            if (m_stop.stop_requested() || (best && c.step_bound > best->partition.step)) {
                break;
            }
            if (best && operations > m_effort.operations) {
                m_result.timed = false;
                break;
            }
            auto found = m_space.search(c).partitions(wanted()).fastest(c.pipeline_ranks, m_least, m_effort, m_stop);
            if (!found) {
                continue; // stopped
            }
            operations += found->operations;
            m_result.timed = m_result.timed && found->exact;
            if (!best || precedes(*found, c, *best)) {
                best = ConfiguredPartition {c, std::move(*found)};
            }
        }
        if (m_result.best) {
            certify();
        }
    }

    // Proves that the peak is minimal: the bound or the lowest peak of every other configuration is not below it.
    void certify()
    {
        m_result.less_is_infeasible =
            m_result.bound >= m_least && std::none_of(m_ties.begin(), m_ties.end(), [&](const Configuration& c) {
                return m_space.search(c).partitions(wanted()).feasible(c.pipeline_ranks, m_least - Bytes(1), m_stop);
            });
    }

    const PlanSpace& m_space;
    SearchEffort m_effort;
    const std::stop_token& m_stop;
    std::optional<int> m_devices;
    std::vector<Configuration> m_order;
    Bytes m_least;
    std::vector<Configuration> m_ties;
    LeastPeak m_result;
};

}

LeastPeak leastPeakOf(const PlanSpace& space, SearchEffort effort, const std::stop_token& stop,
                      std::optional<int> devices)
{
    return LeastPeakSearch(space, effort, stop, devices).run();
}

}
