// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/degreesearch.h"

#include "core/schedule/schedule.h"

#include <algorithm>
#include <limits>

namespace stagecraft {

namespace {

constexpr int noDevices = std::numeric_limits<int>::max() / 4; // more than there are

}

// The fewest devices for the layers from each one on, with one stage more than `behind` has: for every way to spread a
// stage the longest reach first, as what is left takes fewer devices then, if not always.
class DegreeSearch::LevelMaker {
public:
    LevelMaker(const DegreeSearch& search, const StageLimit& limit, std::int64_t in_flight, const Level& behind,
               bool repeats, Bytes& rejected)
        : m_search(search)
        , m_table(search.m_table)
        , m_limit(limit)
        , m_in_flight(in_flight)
        , m_behind(behind)
        , m_repeats(repeats)
        , m_rejected(rejected)
        , m_now(behind.size(), Choice {noDevices, -1, 0})
        , m_least(behind.size(), noDevices)
        , m_reach(static_cast<std::size_t>(m_table.options()), m_table.layers())
    {
    }

    Level make()
    {
        for (int first = m_table.layers() - 1; first >= 0; --first) {
            insert(first + 1);
            for (int option = 0; option < m_table.options(); ++option) {
                const bool first_stage =
                    first == 0 && m_search.m_first_data && m_table.degrees(option).data != *m_search.m_first_data;
                if (!first_stage) {
                    extend(first, option);
                }
            }
        }
        return std::move(m_now);
    }

private:
    // Devices of the layers from `first` on, as the stage before sees them.
    int left(int first) const
    {
        const auto at = static_cast<std::size_t>(first);
        return m_repeats ? std::min(m_behind[at].devices, m_now[at].devices) : m_behind[at].devices;
    }

    // m_least[j]: of those that begin up to j.
    void insert(int first)
    {
        const int devices = left(first);
        for (auto j = static_cast<std::size_t>(first); j < m_least.size() && m_least[j] > devices; ++j) {
            m_least[j] = devices;
        }
    }

    void extend(int first, int option)
    {
        const int devices = m_table.devicesOf(option);
        Choice& best = m_now[static_cast<std::size_t>(first)];
        int& reach = m_reach[static_cast<std::size_t>(option)];
        while (reach > first && !reaches({first, reach}, option)) {
            --reach;
        }
        for (int last = reach; last > first; --last) {
            if (devices + m_least[static_cast<std::size_t>(last)] >= best.devices) {
                return;
            }
            const int all = devices + left(last);
            if (all < best.devices && all <= m_table.devices() && allowed({first, last}, option)) {
                best = {all, option, last};
            }
        }
    }

    Bytes limitOf(int option) const
    {
        const Bytes fitting = m_search.m_fitting[static_cast<std::size_t>(option)];
        return m_limit.fitting ? std::min(m_limit.peak, fitting) : m_limit.peak;
    }

    bool keeps(Bytes bytes, int option)
    {
        if (bytes <= limitOf(option)) {
            return true;
        }
        if (bytes > m_limit.peak) {
            m_rejected = std::min(m_rejected, bytes);
        }
        return false;
    }

    bool reaches(LayerRange range, int option)
    {
        return m_search.workOf({range, option}) <= m_limit.work
            && keeps(m_table.leastInFlight(range, option, m_in_flight), option);
    }

    bool allowed(LayerRange range, int option)
    {
        return keeps(m_table.peakInFlight(range, option, m_in_flight), option);
    }

    const DegreeSearch& m_search;
    const StageTable& m_table;
    const StageLimit& m_limit;
    std::int64_t m_in_flight;
    const Level& m_behind;
    bool m_repeats; // stages before others of this level may be of it, too
    Bytes& m_rejected;
    Level m_now;
    std::vector<int> m_least;
    std::vector<int> m_reach; // by option: stages that begin here end there at most
};

DegreeSearch::DegreeSearch(const StageTable& table, std::optional<int> places, std::optional<int> first_data)
    : m_table(table), m_places(places), m_first_data(first_data), m_in_flight {0}
{
    int fewest = noDevices;
    for (int option = 0; option < table.options(); ++option) {
        m_fitting.push_back(table.fitting(option, places.value_or(2)));
        fewest = std::min(fewest, table.devicesOf(option));
    }
    m_most = std::min(table.layers(), table.devices() / fewest);
    m_most = places ? std::min(m_most, *places) : m_most;
    const ScheduleKind schedule = table.problem().constraints.schedule;
    for (int from_end = 1; from_end <= m_most; ++from_end) { // the first of so many stages
        m_in_flight.push_back(inFlight(schedule, 0, from_end, table.microBatches()));
    }
}

Seconds DegreeSearch::workOf(const PartitionStage& stage) const
{
    const Seconds passes = m_table.forward(stage.layers, stage.option) + m_table.backward(stage.layers, stage.option);
    return passes * static_cast<double>(m_table.microBatches()) + m_table.optimizer(stage.layers, stage.option);
}

std::optional<StagePartition> DegreeSearch::fewestDevices(const StageLimit& limit, const std::stop_token& stop) const
{
    Bytes rejected(INT64_MAX);
    return fewestDevices(limit, false, rejected, stop);
}

std::optional<StagePartition> DegreeSearch::fewestDevices(const StageLimit& limit, bool any, Bytes& rejected,
                                                          const std::stop_token& stop) const
{
    Level none(static_cast<std::size_t>(m_table.layers()) + 1, Choice {noDevices, -1, 0});
    none.back().devices = 0;
    std::vector<Level> levels {std::move(none)};
    std::size_t best = 0;
    bool repeats = false;
    for (int k = 1; k <= m_most && !repeats && !stop.stop_requested(); ++k) {
        // All stages from here on hold as many micro-batches: one level for all of them.
        repeats = !m_places && m_in_flight[static_cast<std::size_t>(k)] == m_in_flight.back();
        levels.push_back(
            LevelMaker(*this, limit, m_in_flight[static_cast<std::size_t>(k)], levels.back(), repeats, rejected)
                .make());
        const bool counts = !m_places || k == *m_places;
        if (counts && levels.back().front().devices < levels[best].front().devices) {
            best = levels.size() - 1;
        }
        if (any && best > 0) {
            break;
        }
    }
    if (best == 0 || stop.stop_requested()) {
        return std::nullopt;
    }
    return partitionOf(levels, best, repeats);
}

StagePartition DegreeSearch::partitionOf(const std::vector<Level>& levels, std::size_t level, bool repeats) const
{
    StagePartition partition;
    for (int first = 0; first < m_table.layers();) {
        const Choice& choice = levels[level][static_cast<std::size_t>(first)];
        partition.stages.push_back({{first, choice.last}, choice.option});
        partition.devices += m_table.devicesOf(choice.option);
        first = choice.last;
        const auto at = static_cast<std::size_t>(first);
        const bool stays =
            repeats && level + 1 == levels.size() && levels[level][at].devices < levels[level - 1][at].devices;
        level -= stays ? 0 : 1;
    }
    const int places = static_cast<int>(partition.stages.size());
    for (int s = 0; s < places; ++s) {
        const PartitionStage& stage = partition.stages[static_cast<std::size_t>(s)];
        partition.peak = std::max(partition.peak, m_table.peak(stage.layers, stage.option, places - s, places));
    }
    return partition;
}

std::optional<StagePartition> DegreeSearch::leastPeak(StageLimit limit, const std::stop_token& stop) const
{
    Bytes rejected(INT64_MAX);
    auto best = fewestDevices(limit, true, rejected, stop);
    Bytes refused(-1); // no plan is within that
    while (best && best->peak - refused > Bytes(1) && !stop.stop_requested()) {
        limit.peak = refused + (best->peak - refused) / 2;
        rejected = Bytes(INT64_MAX);
        if (auto found = fewestDevices(limit, true, rejected, stop)) {
            best = std::move(found);
        } else {
            // What a plan with a higher peak has that this limit forbids takes as much, or more.
            refused = std::max(limit.peak, std::min(rejected, best->peak) - Bytes(1));
        }
    }
    return stop.stop_requested() ? std::nullopt : best;
}

std::optional<StagePartition> DegreeSearch::quickLeastPeak(StageLimit limit, const std::stop_token& stop) const
{
    const auto least = leastPeak(limit, stop);
    if (!least) {
        return std::nullopt;
    }
    limit.peak = least->peak;
    return leastWork(limit, workTolerance, stop);
}

Seconds DegreeSearch::longestWork(const StagePartition& partition) const
{
    Seconds longest;
    for (const PartitionStage& stage : partition.stages) {
        longest = std::max(longest, workOf(stage));
    }
    return longest;
}

std::optional<StagePartition> DegreeSearch::leastWork(StageLimit limit, double relative,
                                                      const std::stop_token& stop) const
{
    Bytes rejected(INT64_MAX);
    auto best = fewestDevices(limit, true, rejected, stop);
    Seconds refused;
    while (best && longestWork(*best) - refused > longestWork(*best) * relative && !stop.stop_requested()) {
        limit.work = refused + (longestWork(*best) - refused) / 2;
        if (auto found = fewestDevices(limit, true, rejected, stop)) {
            best = std::move(found);
        } else {
            refused = limit.work;
        }
    }
    return stop.stop_requested() ? std::nullopt : best;
}

}
