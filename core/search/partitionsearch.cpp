// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/partitionsearch.h"

#include "core/estimate/steptime.h"
#include "core/schedule/schedule.h"
#include "core/search/baselines/uniform.h"
#include "core/search/fastestsearch.h"

#include <algorithm>

namespace stagecraft {

PartitionSearch::PartitionSearch(const Problem& problem, PlanFamily family, const ChainCosts& costs,
                                 std::shared_ptr<const ScheduleTable> table,
                                 std::shared_ptr<const PassPhaseTable> phases, std::optional<StageRoom> room)
    : m_problem(problem)
    , m_family(std::move(family))
    , m_costs(costs)
    , m_peaks(costs, replicationOf(m_family.fixed, m_family.data(), m_family.micro_batches))
    , m_room(std::move(room))
    , m_table(std::move(table))
    , m_phases(std::move(phases))
    , m_use(stageUse(problem, m_family.fixed))
    , m_bounds(costs, m_family, problem.cluster.groups.front(), m_use, hostBandwidth(problem))
    , m_depths(m_table ? static_cast<std::size_t>(m_family.deepest) + 1 : 0)
    , m_scratch(std::make_unique<FastestScratch>())
{
    const ScheduleKind schedule = m_family.fixed.schedule;
    if (m_room) {
        m_upper = std::make_unique<const StagePeaks>(
            m_room->upper, replicationOf(m_family.fixed, m_family.data(), m_family.micro_batches));
    }
    if (m_table && !m_phases) {
        m_phases = std::make_shared<const PassPhaseTable>(
            costs, replicationOf(m_family.fixed, m_family.data(), m_family.micro_batches),
            rulesOf(schedule).splits_backward);
    }
    if (m_table && m_table->severalStages()) {
        return;
    }
    for (int from_end = 0; from_end <= m_family.deepest; ++from_end) { // the first of so many stages
        std::int64_t least = from_end > 0 ? inFlight(schedule, 0, from_end, microBatches()) : std::int64_t(0);
        for (int places = from_end + 1; m_table && from_end > 0 && places <= m_family.deepest; ++places) {
            least = std::min(least, inFlight(schedule, places - from_end, places, microBatches()));
        }
        m_in_flight.push_back(least);
    }
}

PartitionSearch::~PartitionSearch() = default;

Bytes PartitionSearch::stagePeak(int from_end, int places, LayerRange range) const
{
    return mayBe(from_end, places, range) && fits(from_end, places, range) ? stageBytes(from_end, places, range)
                                                                           : noPeak;
}

bool PartitionSearch::fits(int from_end, int places, LayerRange range) const
{
    if (!m_room) {
        return true;
    }
    const Bytes most = m_table ? tablePeak(*m_room->phases, from_end, places, range)
                               : m_upper->peak(range, inFlightAt(from_end), microBatches());
    return most <= roomOf(places);
}

Bytes PartitionSearch::stageBytes(int from_end, int places, LayerRange range) const
{
    if (m_table) {
        return tablePeak(*m_phases, from_end, places, range);
    }
    return m_peaks.peak(range, inFlightAt(from_end), microBatches());
}

Bytes PartitionSearch::tablePeak(const PassPhaseTable& table, int from_end, int places, LayerRange range) const
{
    const DepthLoads& depth = loadsAt(places);
    if (depth.places.empty()) {
        return noPeak;
    }
    PassPhases room;
    const PassPhases* phases = &table.of(range, room);
    return placePeak(depth.places[static_cast<std::size_t>(places - from_end)], {&phases, 1});
}

// The table's, without its lock.
const DepthLoads& PartitionSearch::loadsAt(int places) const
{
    std::atomic<const DepthLoads*>& known = m_depths[static_cast<std::size_t>(places)];
    const DepthLoads* depth = known.load(std::memory_order_acquire);
    if (depth == nullptr) {
        depth = &m_table->at(places);
        known.store(depth, std::memory_order_release);
    }
    return *depth;
}

namespace {

// Micro-batches that the only stage of a place holds or works on, at most.
std::int64_t mostHeld(const PlaceLoads& place)
{
    std::int64_t most = 0;
    for (const PlaceMoment& moment : place.moments) {
        const std::int64_t own = moment.kind == OperationKind::Update ? 0 : 1;
        most = std::max(most, moment.loads.front().held + own);
    }
    return most;
}

}

Bytes PartitionSearch::stageLeast(int from_end, LayerRange range, int places) const
{
    if (m_table && places > 0 && m_costs.closedForm() && !loadsAt(places).places.empty()) {
        const std::int64_t held = mostHeld(loadsAt(places).places[static_cast<std::size_t>(places - from_end)]);
        return m_peaks.least(range, held, held);
    }
    if (m_table) { // whether gradients lie there at the peak, and what passes take, depends on schedule and depth
        return m_peaks.leastHeld(range, inFlightAt(from_end));
    }
    return m_peaks.least(range, inFlightAt(from_end), microBatches());
}

bool PartitionSearch::mayBe(int from_end, int places, LayerRange range) const
{
    return !m_family.stages || m_family.stages(range, places - from_end, places);
}

StageTimes PartitionSearch::times(LayerRange range, int place, int places) const
{
    const ClusterGroup& group = m_problem.cluster.groups.front();
    StagePlace where =
        equalPlace(group, degrees(), place, place + 1 < places ? std::optional(place + 1) : std::nullopt);
    where.host = hostBandwidth(m_problem);
    where.receives = place > 0;
    return stageTimes(m_costs, range, degrees(), where, group, m_use);
}

std::vector<PartitionSearch::Begins> PartitionSearch::beginsOf(int most_places, Bytes limit, double longest,
                                                               int depth) const
{
    const bool any_work = longest == infinite;
    const auto mayHave = [&](int k, LayerRange range) { // grows with the range: true of all that lie within it
        return stageLeast(k, range, depth) <= limit && (any_work || m_bounds.passed(range) <= longest);
    };
    std::vector<Begins> begins(static_cast<std::size_t>(most_places) + 1, Begins {layers(), layers()});
    for (int k = 1; k <= most_places; ++k) { // as many layers as each can have, from the end
        const int end = begins[static_cast<std::size_t>(k) - 1].earliest;
        int& first = begins[static_cast<std::size_t>(k)].earliest = end;
        while (first > 0 && mayHave(k, {first - 1, end})) {
            --first;
        }
    }
    int first = 0; // and from the beginning; fewer stages reach no further
    for (int k = most_places; k >= 1; --k) {
        begins[static_cast<std::size_t>(k)].latest = first;
        int end = first;
        while (end < layers() && mayHave(k, {first, end + 1})) {
            ++end;
        }
        first = end;
    }
    return begins;
}

std::vector<Bytes> PartitionSearch::leastPeaks(int most_places, Bytes limit, const std::stop_token& stop) const
{
    if (m_family.stages) {
        return leastPeaksOfStages(most_places, limit, stop);
    }
    std::vector<Bytes> least {noPeak};
    const std::vector<Begins> begins = beginsOf(most_places, limit, infinite, 0);
    if (begins.back().earliest > 0) {
        least.resize(static_cast<std::size_t>(most_places) + 1, noPeak);
        return least;
    }
    std::vector<Bytes> nothing(static_cast<std::size_t>(layers()) + 1, noPeak);
    nothing.back() = Bytes(0);
    std::vector<Bytes> shared = nothing; // of the last `known` stages, for all depths that leave as much room
    int known = 0;
    for (int places = 1; places <= most_places; ++places) {
        const bool apart = depthCounts() || roomOf(places) != roomOf(most_places);
        const std::vector<Begins> own = apart ? beginsOf(places, limit, infinite, places) : begins;
        if (apart && own.back().earliest > 0) {
            least.push_back(noPeak);
            continue;
        }
        std::vector<Bytes> behind = apart ? nothing : std::move(shared);
        for (int k = apart ? 1 : known + 1; k <= places; ++k) {
            const int depth = apart ? places : m_room ? most_places : k;
            behind =
                withStageBefore(behind, k, apart ? places : k, depth, own[static_cast<std::size_t>(k)], limit, stop);
        }
        if (stop.stop_requested()) {
            return {};
        }
        least.push_back(behind.front());
        if (!apart) {
            shared = std::move(behind);
            known = places;
        }
    }
    return least;
}

std::vector<Bytes> PartitionSearch::leastPeaksOfStages(int most_places, Bytes limit, const std::stop_token& stop) const
{
    struct Open {
        int layer; // with which the stages behind begin
        Bytes peak; // the least of theirs
    };
    std::vector<Bytes> least {noPeak};
    for (int places = 1; places <= most_places; ++places) {
        std::vector<Open> behind {{layers(), Bytes(0)}};
        for (int k = 1; k <= places; ++k) {
            std::vector<Open> now;
            for (int first = places - k; first <= layers() - k && !stop.stop_requested(); ++first) {
                Bytes best = noPeak;
                for (const Open& rest : behind) {
                    if (rest.layer > first && rest.peak < best) {
                        best = std::min(best, std::max(rest.peak, stagePeak(k, places, {first, rest.layer})));
                    }
                }
                if (best <= limit && best != noPeak) {
                    now.push_back({first, best});
                }
            }
            behind = std::move(now);
        }
        if (stop.stop_requested()) {
            return {};
        }
        const bool whole = !behind.empty() && behind.front().layer == 0;
        least.push_back(whole ? behind.front().peak : noPeak);
    }
    return least;
}

std::vector<Bytes> PartitionSearch::withStageBefore(const std::vector<Bytes>& behind, int k, int places, int depth,
                                                    Begins begins, Bytes limit, const std::stop_token& stop) const
{
    std::vector<Bytes> now(behind.size(), noPeak);
    std::vector<Bytes> lowest = behind; // of those that begin up to a layer
    for (std::size_t i = 1; i < lowest.size(); ++i) {
        lowest[i] = std::min(lowest[i], lowest[i - 1]);
    }
    int reach = layers() - k + 1;
    const int first = std::max(places - k, begins.earliest);
    for (int i = std::min(layers() - k, begins.latest); i >= first && !stop.stop_requested(); --i) {
        while (reach > i && stageLeast(k, {i, reach}, depth) > limit) {
            --reach; // nor from layers before
        }
        Bytes best = noPeak;
        const auto look = [&](int last) {
            const Bytes rest = behind[static_cast<std::size_t>(last)];
            if (rest < best) {
                const Bytes peak = std::max(rest, stagePeak(k, depth, {i, last}));
                best = peak <= limit ? std::min(best, peak) : best;
            }
        };
        // First where the stage takes about as much as what is behind: of shorter ones what is behind takes more, if
        // not always, of longer ones the stage.
        const int even = evenEnd(behind, k, depth, {i + 1, reach});
        for (int last = std::min(even, reach); last > i && lowest[static_cast<std::size_t>(last)] < best; --last) {
            look(last);
        }
        for (int last = even + 1; last <= reach && stageLeast(k, {i, last}, depth) < best; ++last) {
            look(last);
        }
        now[static_cast<std::size_t>(i)] = best;
    }
    return now;
}

int PartitionSearch::evenEnd(const std::vector<Bytes>& behind, int k, int depth, LayerRange ends) const
{
    int low = ends.first;
    int high = ends.last;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (stageLeast(k, {ends.first - 1, middle}, depth) < behind[static_cast<std::size_t>(middle)]) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

Bytes PartitionSearch::filledPeak(int places, Bytes limit) const
{
    Bytes peak;
    int first = 0;
    for (int k = places; k >= 1; --k) {
        int end = first; // of the longest stage that is below: a longer one may take less, as where it keeps its input
        Bytes own;
        for (int last = first + 1; last <= layers() - (k - 1); ++last) {
            const Bytes longer = stagePeak(k, places, {first, last});
            if (longer <= limit) {
                own = longer;
                end = last;
            } else if (stageLeast(k, {first, last}, places) > limit) {
                break;
            }
        }
        if (end == first) {
            return noPeak;
        }
        peak = std::max(peak, own);
        first = end;
    }
    return first == layers() ? peak : noPeak;
}

Bytes PartitionSearch::quickPeak(int places, Bytes limit) const
{
    constexpr int rounds = 12; // of bisection: no more than a part in 4096 of the first is missed
    const Bytes even = peakOf(uniformCuts(layers(), places));
    Bytes best = even <= limit ? even : noPeak;
    Bytes low;
    Bytes high = std::min(best, limit);
    for (int round = 0; round < rounds; ++round) {
        const Bytes middle = low + (high - low) / 2;
        const Bytes found = filledPeak(places, middle);
        (found <= middle ? high : low) = found <= middle ? found : middle;
        best = std::min(best, found);
    }
    return best;
}

bool PartitionSearch::feasible(int places, Bytes limit, const std::stop_token& stop) const
{
    std::int64_t unasked = 0;
    return reachesEnd(places, limit, stop, unasked);
}

bool PartitionSearch::reachesEnd(int places, Bytes limit, const std::stop_token& stop, std::int64_t& looked) const
{
    const std::vector<Begins> begins = beginsOf(places, limit, infinite, places);
    if (begins.back().earliest > 0) {
        return false;
    }
    std::vector<int> ends {0}; // of the stages so far, ascending
    std::vector<char> isEnd(static_cast<std::size_t>(layers()) + 1, 0);
    for (int k = places; k >= 1 && !ends.empty(); --k) {
        const Begins behind = begins[static_cast<std::size_t>(k) - 1];
        const int last = std::min(behind.latest, layers() - k + 1);
        const int earliest = std::max(ends.front() + 1, behind.earliest);
        std::fill(isEnd.begin(), isEnd.end(), 0);
        int reach = 0; // the last end within the limit, as far as bytes that grow with stages tell
        for (const int first : ends) {
            if (stop.stop_requested()) {
                return true;
            }
            for (reach = std::max(reach, first); reach < last && stageLeast(k, {first, reach + 1}, places) <= limit;) {
                ++reach;
            }
            for (int end = std::max(first + 1, behind.earliest); end <= reach; ++end) {
                char& reached = isEnd[static_cast<std::size_t>(end)];
                looked += reached != 0 ? 0 : 1;
                reached = reached != 0 || stagePeak(k, places, {first, end}) <= limit ? 1 : 0;
            }
        }
        ends.clear();
        for (int end = earliest; end <= reach; ++end) {
            if (isEnd[static_cast<std::size_t>(end)] != 0) {
                ends.push_back(end);
            }
        }
    }
    return !ends.empty();
}

std::optional<Partition> PartitionSearch::fastest(int places, Bytes limit, SearchEffort effort,
                                                  std::stop_token stop) const
{
    return FastestSearch(*this, places, limit, effort, std::move(stop)).run();
}

Seconds PartitionSearch::fastestBound(int places, Bytes limit, const std::stop_token& stop, std::int64_t* looked) const
{
    FastestSearch search(*this, places, limit, {}, stop);
    const Seconds bound(search.bound());
    if (looked != nullptr) {
        *looked += search.looked();
    }
    return bound;
}

Bytes PartitionSearch::peakOf(const std::vector<int>& cuts) const
{
    const int places = static_cast<int>(cuts.size()) - 1;
    Bytes peak;
    for (int s = 0; s < places; ++s) {
        const auto at = static_cast<std::size_t>(s);
        peak = std::max(peak, stagePeak(places - s, places, {cuts[at], cuts[at + 1]}));
    }
    return peak;
}

std::optional<std::vector<int>> PartitionSearch::plainCuts(int places, Bytes limit) const
{
    auto cuts = uniformCuts(layers(), places);
    return peakOf(cuts) <= limit ? std::optional(std::move(cuts)) : std::nullopt;
}

Partition PartitionSearch::evaluate(const std::vector<int>& cuts) const
{
    const int places = static_cast<int>(cuts.size()) - 1;
    Partition partition;
    partition.cuts = cuts;
    for (int s = 0; s < places; ++s) {
        const LayerRange range {cuts[static_cast<std::size_t>(s)], cuts[static_cast<std::size_t>(s) + 1]};
        partition.sorted_peaks.push_back(stagePeak(places - s, places, range));
    }
    std::sort(partition.sorted_peaks.begin(), partition.sorted_peaks.end(), std::greater<>());
    partition.peak = partition.sorted_peaks.front();
    partition.step = stepOf(cuts);
    return partition;
}

Seconds PartitionSearch::stepOf(const std::vector<int>& cuts) const
{
    const int places = static_cast<int>(cuts.size()) - 1;
    if (m_table) {
        const Plan plan = constrainedPlan(cuts, m_family.data(), microBatches(), m_family.fixed, places);
        const OperationOrder order = orderOf(plan.schedule, m_table->shape(places)).value();
        return simulatePlan(m_problem, plan, PlanCosts(m_costs), order).step;
    }
    std::vector<StageTimes> stages;
    for (int s = 0; s < places; ++s) {
        stages.push_back(times({cuts[static_cast<std::size_t>(s)], cuts[static_cast<std::size_t>(s) + 1]}, s, places));
    }
    const int devices = degrees().devices();
    const LinkSpeed ends =
        slowestPair(m_problem.cluster.groups.front(), {0, 0, devices}, {0, (places - 1) * devices, devices});
    const Bytes tied = reducedShare(tiedGradients(m_costs), m_family.fixed.zero, degrees()) * m_use.reduced_wider;
    return simulatePipeline(stages, m_family.fixed.schedule, microBatches(), tiedExchange(tied, places, ends)).step;
}

std::int64_t PartitionSearch::operationsOf(int places) const
{
    // Of long chains the times of the layers take longer than the step.
    constexpr std::int64_t ofLayer = 16;
    constexpr std::int64_t fewLayers = 512;
    const std::int64_t summed = ofLayer * std::max<std::int64_t>(0, layers() - fewLayers);
    const ScheduleKind schedule = m_family.fixed.schedule;
    const int stages = m_table ? m_table->stages(places) : places;
    const std::int64_t passes = rulesOf(schedule).splits_backward ? 3 : 2;
    return summed + passes * microBatches() * stages * steadySteps(schedule, places, microBatches());
}

}
