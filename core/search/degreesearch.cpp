// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/degreesearch.h"

#include "core/schedule/schedule.h"

#include <algorithm>
#include <limits>

namespace stagecraft {

namespace {

constexpr int noDevices = std::numeric_limits<int>::max() / 4; // more than any cluster has
constexpr Bytes noLimit(INT64_MAX);

// Number of pipeline ranks from which on the memory of communicators no longer grows.
constexpr int ringPipelineRanks = 3;

}

// Computes the fewest devices for the layers from each one on, with one stage more than `behind`. Tries the longest
// range of each option first, as the remaining layers then usually need fewer devices.
class DegreeSearch::LevelMaker {
public:
    LevelMaker(const DegreeSearch& search, const Limits& limits, std::int64_t in_flight, const Level& behind,
               bool repeats, ComparablePeak& rejected)
        : m_search(search)
        , m_table(search.m_table)
        , m_limits(limits)
        , m_in_flight(in_flight)
        , m_behind(behind)
        , m_repeats(repeats)
        , m_rejected(rejected)
        , m_now(behind.size(), std::vector<Choice>(behind.front().size(), Choice {noDevices, -1, 0}))
        , m_least(behind.size(), std::vector<int>(behind.front().size(), noDevices))
        , m_reach(static_cast<std::size_t>(m_table.options()), m_table.layers())
    {
    }

    Level make()
    {
        for (int first = m_table.layers() - 1; first >= 0; --first) {
            for (std::size_t option_group = m_search.m_option_groups.size(); option_group-- > 0;) {
                insert(option_group, first + 1);
                choose(option_group, first);
            }
        }
        return std::move(m_now);
    }

private:
    void choose(std::size_t option_group, int first)
    {
        const auto at = static_cast<std::size_t>(first);
        if (option_group + 1 < m_now.size() && m_now[option_group + 1][at].devices < noDevices) {
            m_now[option_group][at] = {0, -1, first}; // no stage of this option group
            return;
        }
        for (const int option : m_search.m_option_groups[option_group].options) {
            const auto& first_data = m_search.m_pipelines.first_data;
            if (first > 0 || !first_data || m_table.degrees(option).data == *first_data) {
                extend(option_group, first, option);
            }
        }
    }

    // Returns the devices for the layers from `first` on, as the preceding stage counts them.
    int left(std::size_t option_group, int first) const
    {
        const auto at = static_cast<std::size_t>(first);
        const int behind = m_behind[option_group][at].devices;
        return m_repeats ? std::min(behind, m_now[option_group][at].devices) : behind;
    }

    // m_least[option group][j]: fewest devices of remainders that begin at layer j or before.
    void insert(std::size_t option_group, int first)
    {
        const int devices = left(option_group, first);
        std::vector<int>& least = m_least[option_group];
        for (auto j = static_cast<std::size_t>(first); j < least.size() && least[j] > devices; ++j) {
            least[j] = devices;
        }
    }

    void extend(std::size_t option_group, int first, int option)
    {
        const int devices = m_table.devicesOf(option);
        Choice& best = m_now[option_group][static_cast<std::size_t>(first)];
        int& reach = m_reach[static_cast<std::size_t>(option)];
        while (reach > first && !reaches({first, reach}, option)) {
            --reach;
        }
        for (int last = reach; last > first; --last) {
            if (devices + m_least[option_group][static_cast<std::size_t>(last)] >= best.devices) {
                return;
            }
            const int all = devices + left(option_group, last);
            if (all < best.devices && all <= m_search.m_option_groups[option_group].devices
                && allowed({first, last}, option)) {
                best = {all, option, last};
            }
        }
    }

    bool keeps(Bytes bytes, int option)
    {
        const auto at = static_cast<std::size_t>(option);
        if (bytes <= m_limits.all[at]) {
            return true;
        }
        if (bytes > m_limits.comparable_peak[at]) {
            m_rejected = std::min(m_rejected, m_search.comparablePeakOf(bytes, option));
        }
        return false;
    }

    bool reaches(LayerRange range, int option)
    {
        return m_search.workOf({range, option}) <= m_limits.work
            && keeps(m_table.leastInFlight(range, option, m_in_flight), option);
    }

    bool allowed(LayerRange range, int option)
    {
        const auto at = static_cast<std::size_t>(option);
        return keeps(m_table.peakInFlight(range, option, m_in_flight), option)
            && (m_limits.capacity.empty() || m_table.fits(range, option, m_in_flight, m_limits.capacity[at]));
    }

    const DegreeSearch& m_search;
    const StageTable& m_table;
    const Limits& m_limits;
    std::int64_t m_in_flight;
    const Level& m_behind;
    bool m_repeats; // true if a stage may be followed by others of the same level
    ComparablePeak& m_rejected;
    Level m_now;
    std::vector<std::vector<int>> m_least;
    std::vector<int> m_reach; // by option: last end of stages that begin at the current layer
};

DegreeSearch::DegreeSearch(const StageTable& table, SearchedPipelines pipelines)
    : m_table(table), m_pipelines(std::move(pipelines)), m_in_flight {0}
{
    for (const int group : m_pipelines.order) {
        m_option_groups.push_back({{}, table.problem().cluster.groups[static_cast<std::size_t>(group)].devices()});
    }
    if (m_option_groups.empty()) {
        m_option_groups.push_back({{}, table.devices()});
    }
    for (int option = 0; option < table.options(); ++option) {
        const auto& order = m_pipelines.order;
        const int group = table.deviceGroup(option);
        m_scales.push_back(scaleOf(table.problem(), group, m_pipelines.measure));
        for (std::size_t option_group = 0; option_group < m_option_groups.size(); ++option_group) {
            if (order.empty() || order[option_group] == group) {
                m_option_groups[option_group].options.push_back(option);
            }
        }
    }
    for (const OptionGroup& option_group : m_option_groups) {
        int fewest = noDevices;
        for (const int option : option_group.options) {
            fewest = std::min(fewest, table.devicesOf(option));
        }
        m_most += option_group.devices / fewest;
    }
    m_most = std::min({m_most, table.layers(), m_pipelines.pipeline_ranks.value_or(m_most)});
    addDepths();
    const ScheduleKind schedule = table.problem().constraints.schedule;
    for (int from_end = 1; from_end <= m_most; ++from_end) { // in flight at the first of these stages
        m_in_flight.push_back(inFlight(schedule, 0, from_end, table.microBatches()));
    }
}

void DegreeSearch::addDepths()
{
    const auto fitting = [&](int pipeline_ranks) {
        std::vector<Bytes> capacity;
        for (int option = 0; option < m_table.options(); ++option) {
            capacity.push_back(m_table.fitting(option, pipeline_ranks));
        }
        return capacity;
    };
    if (m_pipelines.pipeline_ranks) {
        m_depths.push_back({m_pipelines.pipeline_ranks, fitting(*m_pipelines.pipeline_ranks)});
        return;
    }
    m_depths.push_back({std::nullopt, fitting(ringPipelineRanks)}); // an upper limit of the memory of shorter pipelines
    for (int pipeline_ranks = 1; pipeline_ranks < ringPipelineRanks; ++pipeline_ranks) {
        if (auto capacity = fitting(pipeline_ranks); capacity != m_depths.front().fitting) {
            m_depths.push_back({pipeline_ranks, std::move(capacity)});
        }
    }
}

Seconds DegreeSearch::workOf(const PartitionStage& stage) const
{
    const Seconds passes = m_table.forward(stage.layers, stage.option) + m_table.backward(stage.layers, stage.option);
    return passes * static_cast<double>(m_table.microBatches()) + m_table.optimizer(stage.layers, stage.option);
}

DegreeSearch::Limits DegreeSearch::limitsOf(const StageLimit& limit, const Depths& depths) const
{
    Limits limits {{}, {}, limit.fitting ? depths.fitting : std::vector<Bytes>(), limit.work};
    for (std::size_t option = 0; option < m_scales.size(); ++option) {
        const Bytes scale = m_scales[option];
        limits.comparable_peak.push_back(limit.below ? mostBelow(limit.comparable_peak, scale)
                                                     : mostWithin(limit.comparable_peak, scale));
        limits.all.push_back(limit.fitting ? std::min(limits.comparable_peak.back(), depths.fitting[option])
                                           : limits.comparable_peak.back());
    }
    return limits;
}

std::optional<StagePartition> DegreeSearch::fewestDevices(const StageLimit& limit, const std::stop_token& stop) const
{
    ComparablePeak rejected(noLimit);
    return search(limit, false, rejected, stop);
}

std::optional<StagePartition> DegreeSearch::any(const StageLimit& limit, const std::stop_token& stop) const
{
    ComparablePeak rejected(noLimit);
    return search(limit, true, rejected, stop);
}

std::optional<StagePartition> DegreeSearch::search(const StageLimit& limit, bool any, ComparablePeak& rejected,
                                                   const std::stop_token& stop) const
{
    std::optional<StagePartition> best;
    int fewest = noDevices;
    for (const Depths& depths : m_depths) {
        auto found = search(depths, limitsOf(limit, depths), any, rejected, stop);
        if (found && (any || !limit.fitting)) {
            return found;
        }
        if (found && found->devices < fewest) {
            fewest = found->devices;
            best = std::move(found);
        }
        if (!limit.fitting) {
            break; // the first entry includes all depths
        }
    }
    return best;
}

std::optional<StagePartition> DegreeSearch::search(const Depths& depths, const Limits& limits, bool any,
                                                   ComparablePeak& rejected, const std::stop_token& stop) const
{
    Level none(m_option_groups.size(),
               std::vector<Choice>(static_cast<std::size_t>(m_table.layers()) + 1, Choice {noDevices, -1, 0}));
    for (auto& option_group : none) {
        option_group.back().devices = 0;
    }
    std::vector<Level> levels {std::move(none)};
    const auto fewest = [&](std::size_t level) { return levels[level].front().front().devices; };
    const int most = std::min(m_most, depths.pipeline_ranks.value_or(m_most));
    std::size_t best = 0;
    bool repeats = false;
    for (int k = 1; k <= most && !repeats && !stop.stop_requested(); ++k) {
        const std::int64_t in_flight = m_in_flight[static_cast<std::size_t>(k)];
        // All stages from here on keep the same number of micro-batches in flight: one level is enough for them.
        repeats = !depths.pipeline_ranks && in_flight == m_in_flight.back();
        levels.push_back(LevelMaker(*this, limits, in_flight, levels.back(), repeats, rejected).make());
        const bool counts = !depths.pipeline_ranks || k == *depths.pipeline_ranks;
        if (counts && fewest(levels.size() - 1) < fewest(best)) {
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
    std::size_t option_group = 0;
    for (int first = 0; first < m_table.layers();) {
        const Choice& choice = levels[level][option_group][static_cast<std::size_t>(first)];
        if (choice.option < 0) {
            ++option_group;
            continue;
        }
        partition.stages.push_back({{first, choice.last}, choice.option});
        partition.devices += m_table.devicesOf(choice.option);
        first = choice.last;
        const auto at = static_cast<std::size_t>(first);
        const bool stays = repeats && level + 1 == levels.size()
            && levels[level][option_group][at].devices < levels[level - 1][option_group][at].devices;
        level -= stays ? 0 : 1;
    }
    const int pipeline_ranks = static_cast<int>(partition.stages.size());
    for (int s = 0; s < pipeline_ranks; ++s) {
        const PartitionStage& stage = partition.stages[static_cast<std::size_t>(s)];
        const Bytes peak = m_table.peak(stage.layers, stage.option, pipeline_ranks - s, pipeline_ranks);
        partition.peak = std::max(partition.peak, peak);
        partition.comparable_peak = std::max(partition.comparable_peak, comparablePeakOf(peak, stage.option));
    }
    return partition;
}

StageLimit DegreeSearch::between(StageLimit limit, const ComparablePeak& refused, const ComparablePeak& found) const
{
    const Bytes unit = *std::max_element(m_scales.begin(), m_scales.end());
    const Bytes low = mostWithin(refused, unit);
    const Bytes high = mostBelow(found, unit);
    limit.comparable_peak = {high - (high - low) / 2, unit};
    limit.below = false;
    if (limit.comparable_peak < refused) { // within one byte of `unit`, which may be finer on other groups' devices
        limit.comparable_peak = found;
        limit.below = true;
    }
    return limit;
}

std::optional<StagePartition> DegreeSearch::leastPeak(const StageLimit& limit, const std::stop_token& stop) const
{
    auto best = any(limit, stop);
    ComparablePeak refused; // no plan is below this
    while (best && refused < best->comparable_peak && !stop.stop_requested()) {
        const StageLimit middle = between(limit, refused, best->comparable_peak);
        ComparablePeak rejected = best->comparable_peak;
        if (auto found = search(middle, true, rejected, stop)) {
            best = std::move(found);
        } else {
            refused = rejected; // a plan with a higher peak includes a stage that this limit forbids
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
    limit.comparable_peak = least->comparable_peak;
    limit.below = false;
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
    auto best = any(limit, stop);
    Seconds refused;
    while (best && longestWork(*best) - refused > longestWork(*best) * relative && !stop.stop_requested()) {
        limit.work = refused + (longestWork(*best) - refused) / 2;
        if (auto found = any(limit, stop)) {
            best = std::move(found);
        } else {
            refused = limit.work;
        }
    }
    return stop.stop_requested() ? std::nullopt : best;
}

}
