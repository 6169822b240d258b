// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/interleavedsearch.h"

#include "core/estimate/steptime.h"
#include "core/schedule/schedule.h"
#include "core/search/baselines/uniform.h"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <numeric>
#include <random>
#include <set>
#include <span>

namespace stagecraft {

namespace {

// Peaks of pipeline ranks that are asked for at most, from one start.
constexpr std::int64_t mostPeaks = 20'000;
// Of the peak of even stages, or of the limit, what partitions have from which faster ones are looked for: layers that
// move for lower peaks may make for better ones than those that move for shorter steps.
constexpr std::array startingRooms {1.0, 0.97, 0.94, 0.9};
// Times that some layers are moved at random, to look for lower peaks from there.
constexpr int shakes = 12;

LayerRange stageAt(const std::vector<int>& cuts, int stage)
{
    const auto i = static_cast<std::size_t>(stage);
    return {cuts[i], cuts[i + 1]};
}

// One layer from a stage to another; those between move up.
void move(std::vector<int>& cuts, int from, int to)
{
    for (int s = std::min(from, to) + 1; s <= std::max(from, to); ++s) {
        cuts[static_cast<std::size_t>(s)] += to < from ? 1 : -1;
    }
}

std::vector<int> moved(std::vector<int> cuts, int from, int to)
{
    move(cuts, from, to);
    return cuts;
}

std::vector<Bytes> sorted(std::vector<Bytes> peaks)
{
    std::sort(peaks.begin(), peaks.end(), std::greater<>());
    return peaks;
}

// Cuts into `stages` stages whose largest size is about the least, for sizes that grow with a stage.
std::vector<int> evenCuts(int layers, int stages, const std::function<double(int stage, LayerRange)>& size)
{
    std::vector<int> best = uniformCuts(layers, stages);
    double high = 0;
    for (int s = 0; s < stages; ++s) {
        high = std::max(high, size(s, stageAt(best, s)));
    }
    double low = 0;
    for (int round = 0; round < 40 && low < high * (1 - 1e-6); ++round) {
        const double limit = (low + high) / 2;
        std::vector<int> cuts {0};
        for (int s = 0; s < stages; ++s) {
            const int most = layers - (stages - 1 - s);
            int last = cuts.back() + 1;
            while (last < most && size(s, {cuts.back(), last + 1}) <= limit) {
                ++last;
            }
            cuts.push_back(last);
        }
        double largest = cuts.back() < layers ? std::numeric_limits<double>::infinity() : 0;
        for (int s = 0; s < stages; ++s) {
            largest = std::max(largest, size(s, stageAt(cuts, s)));
        }
        if (largest <= limit) {
            high = largest;
            best = std::move(cuts);
        } else {
            low = limit;
        }
    }
    return best;
}

// Ways to cut so many layers into stages, or a number above mostPeaks.
std::int64_t partitions(std::int64_t layers, std::int64_t stages)
{
    std::int64_t count = 1;
    const std::int64_t cuts = std::min(stages - 1, layers - stages);
    for (std::int64_t i = 1; i <= cuts && count <= mostPeaks; ++i) {
        count = count * (layers - i) / i;
    }
    return count;
}

// All of them in order: from stages of one layer and the rest in the last one on; then none.
std::vector<int> firstCuts(int layers, int stages)
{
    std::vector<int> cuts(static_cast<std::size_t>(stages) + 1);
    std::iota(cuts.begin(), cuts.end(), 0);
    cuts.back() = layers;
    return cuts;
}

void goOn(std::vector<int>& cuts)
{
    for (std::size_t i = cuts.size() - 2; i > 0; --i) {
        if (cuts[i] + 1 < cuts[i + 1]) {
            std::iota(cuts.begin() + static_cast<std::ptrdiff_t>(i), cuts.end() - 1, cuts[i] + 1);
            return;
        }
    }
    cuts.clear();
}

// The moment at which a pipeline rank has the most micro-batches.
const PipelineRankMoment& fullest(const PipelineRankLoads& pipeline_rank)
{
    const auto count = [](const PipelineRankMoment& moment) {
        std::int64_t held = moment.kind == OperationKind::Forward || moment.kind == OperationKind::Update ? 0 : 1;
        for (const StageLoad& load : moment.loads) {
            held += load.held;
        }
        return held;
    };
    return *std::max_element(pipeline_rank.moments.begin(), pipeline_rank.moments.end(),
                             [&](const auto& a, const auto& b) { return count(a) < count(b); });
}

}

InterleavedSearch::InterleavedSearch(const Problem& problem, PlanFamily family, const ChainCosts& costs,
                                     std::shared_ptr<const ScheduleTable> table,
                                     std::shared_ptr<const PassPhaseTable> phases, const PeakBounds& layers,
                                     std::optional<StageRoom> room, std::stop_token stop)
    : PartitionSearch(problem, std::move(family), costs, table, std::move(phases), std::move(room))
    , m_bounds(layers, *table, std::move(stop))
    , m_work {0}
{
    for (const LayerCost& l : costs.layers) {
        m_work.push_back(m_work.back()
                         + (l.forward.median + l.forward_waiting + l.backward.median + l.backward_waiting).value);
    }
}

bool InterleavedSearch::possible(int pipeline_ranks) const
{
    return table().stages(pipeline_ranks) <= layers() && table().possible(pipeline_ranks);
}

int InterleavedSearch::placesOf(const std::vector<int>& cuts) const
{
    return table().placesOf(static_cast<int>(cuts.size()) - 1);
}

std::vector<Bytes> InterleavedSearch::leastPeaks(int most_pipeline_ranks, Bytes limit,
                                                 const std::stop_token& stop) const
{
    std::vector<Bytes> least(at(most_pipeline_ranks) + 1, noPeak);
    for (int pipeline_ranks = 1; pipeline_ranks <= most_pipeline_ranks; ++pipeline_ranks) {
        if (!possible(pipeline_ranks) || m_bounds.exceeds(pipeline_ranks, limit)) {
            continue;
        }
        const Bytes peak = peakOf(leastCuts(pipeline_ranks, stop));
        least[at(pipeline_ranks)] = peak <= limit ? peak : noPeak;
        if (stop.stop_requested()) {
            return {};
        }
    }
    return least;
}

bool InterleavedSearch::feasible(int pipeline_ranks, Bytes limit, const std::stop_token& stop) const
{
    return possible(pipeline_ranks) && !m_bounds.exceeds(pipeline_ranks, limit)
        && (peakOf(leastCuts(pipeline_ranks, stop)) <= limit || stop.stop_requested());
}

bool InterleavedSearch::haveRoom(const std::vector<int>& cuts) const
{
    if (!room()) {
        return true;
    }
    const int pipeline_ranks = placesOf(cuts);
    const DepthLoads& depth = table().at(pipeline_ranks);
    for (std::size_t pipeline_rank = 0; pipeline_rank < depth.pipeline_ranks.size(); ++pipeline_rank) {
        const Bytes most = room()->most[at(pipeline_ranks)];
        if (peakOfPipelineRank(*room()->phases, depth, pipeline_rank, cuts, most) > most) {
            return false;
        }
    }
    return true;
}

Bytes InterleavedSearch::peakOfPipelineRank(const PassPhaseTable& phases, const DepthLoads& depth,
                                            std::size_t pipeline_rank, const std::vector<int>& cuts, Bytes enough)
{
    const PipelineRankLoads& loads = depth.pipeline_ranks[pipeline_rank];
    std::array<const PassPhases*, 8> few {}; // asked for often: most pipeline ranks have no more
    std::vector<const PassPhases*> many(loads.stages.size() > few.size() ? loads.stages.size() : 0);
    const std::span stages(many.empty() ? few.data() : many.data(), loads.stages.size());
    for (std::size_t i = 0; i < stages.size(); ++i) {
        stages[i] = &phases.of(stageAt(cuts, loads.stages[i]));
    }
    return pipelineRankPeak(loads, stages, enough);
}

std::vector<Bytes> InterleavedSearch::peaksOf(const std::vector<int>& cuts) const
{
    const DepthLoads& depth = table().at(placesOf(cuts));
    std::vector<Bytes> peaks;
    for (std::size_t pipeline_rank = 0; pipeline_rank < depth.pipeline_ranks.size(); ++pipeline_rank) {
        peaks.push_back(peakOfPipelineRank(depth, pipeline_rank, cuts));
    }
    return peaks;
}

Bytes InterleavedSearch::peakOf(const std::vector<int>& cuts) const
{
    if (!haveRoom(cuts)) {
        return noPeak;
    }
    const auto peaks = peaksOf(cuts);
    return *std::max_element(peaks.begin(), peaks.end());
}

std::vector<int> InterleavedSearch::withLowerPeaks(std::vector<int> cuts, Bytes enough,
                                                   const std::stop_token& stop) const
{
    const DepthLoads& depth = table().at(placesOf(cuts));
    std::vector<Bytes> peaks = peaksOf(cuts);
    std::int64_t asked = 0;
    while (asked < mostPeaks && !stop.stop_requested()) {
        const auto highest = std::max_element(peaks.begin(), peaks.end());
        if (*highest <= enough && haveRoom(cuts)) {
            break;
        }
        const PipelineRankLoads& pipeline_rank = depth.pipeline_ranks[at(static_cast<int>(highest - peaks.begin()))];
        std::vector<int> best;
        std::vector<Bytes> best_peaks;
        std::vector<Bytes> best_sorted = sorted(peaks);
        for (const int from : pipeline_rank.stages) {
            for (int to = 0; to < depth.stages && stageAt(cuts, from).count() > 1; ++to) {
                if (std::find(pipeline_rank.stages.begin(), pipeline_rank.stages.end(), to)
                    != pipeline_rank.stages.end()) {
                    continue;
                }
                move(cuts, from, to);
                auto next_peaks =
                    withPeaksOf(cuts, {std::min(from, to), std::max(from, to) + 1}, peaks, best_sorted.front(), asked);
                if (!next_peaks.empty()) {
                    if (auto next_sorted = sorted(next_peaks); next_sorted < best_sorted) {
                        best_sorted = std::move(next_sorted);
                        best_peaks = std::move(next_peaks);
                        best = cuts;
                    }
                }
                move(cuts, to, from); // back again: quicker than a copy for each
            }
        }
        if (best.empty()) {
            break;
        }
        cuts = std::move(best);
        peaks = std::move(best_peaks);
    }
    return cuts;
}

std::vector<Bytes> InterleavedSearch::withPeaksOf(const std::vector<int>& cuts, LayerRange stages,
                                                  const std::vector<Bytes>& before, Bytes limit,
                                                  std::int64_t& asked) const
{
    const DepthLoads& depth = table().at(placesOf(cuts));
    std::vector<Bytes> peaks; // most are beyond the limit at once
    for (std::size_t pipeline_rank = 0; pipeline_rank < depth.pipeline_ranks.size(); ++pipeline_rank) {
        const auto& here = depth.pipeline_ranks[pipeline_rank].stages;
        const bool changed = std::any_of(here.begin(), here.end(),
                                         [&](int stage) { return stage >= stages.first && stage < stages.last; });
        if (!changed) {
            continue;
        }
        ++asked;
        const Bytes peak = peakOfPipelineRank(depth, pipeline_rank, cuts, limit);
        if (peak > limit) {
            return {};
        }
        if (peaks.empty()) {
            peaks = before;
        }
        peaks[pipeline_rank] = peak;
    }
    return peaks;
}

const std::vector<int>& InterleavedSearch::leastCuts(int pipeline_ranks, const std::stop_token& stop) const
{
    const std::lock_guard lock(m_mutex);
    const auto [known, is_new] = m_least.try_emplace(pipeline_ranks);
    if (is_new) {
        known->second = ofAll(pipeline_ranks, stop);
    }
    if (is_new && known->second.empty()) {
        const auto even = withLowerPeaks(uniformCuts(layers(), table().stages(pipeline_ranks)), Bytes(0), stop);
        const auto full = withLowerPeaks(evenBytes(pipeline_ranks), Bytes(0), stop);
        known->second = shaken(sorted(peaksOf(full)) < sorted(peaksOf(even)) ? full : even, stop);
    }
    return known->second;
}

std::vector<int> InterleavedSearch::ofAll(int pipeline_ranks, const std::stop_token& stop) const
{
    const int stages = table().stages(pipeline_ranks);
    std::vector<int> best;
    if (partitions(layers(), stages) * pipeline_ranks > mostPeaks) {
        return best;
    }
    const std::vector<Bytes> unknown(at(pipeline_ranks));
    std::vector<Bytes> least {Bytes(INT64_MAX)};
    bool room = false;
    std::int64_t asked = 0;
    for (std::vector<int> cuts = firstCuts(layers(), stages); !cuts.empty() && !stop.stop_requested();) {
        const Bytes limit = room ? least.front() : Bytes(INT64_MAX);
        const auto peaks = sorted(withPeaksOf(cuts, {0, stages}, unknown, limit, asked));
        if (!peaks.empty() && (!room || peaks < least)) {
            const bool has_room = haveRoom(cuts);
            if (has_room > room || (has_room == room && peaks < least)) {
                least = peaks;
                room = has_room;
                best = cuts;
            }
        }
        goOn(cuts);
    }
    return best;
}

std::vector<int> InterleavedSearch::shaken(std::vector<int> best, const std::stop_token& stop) const
{
    std::mt19937 random(1); // the same for everybody
    const auto stages = static_cast<unsigned>(best.size()) - 1;
    std::vector<Bytes> least = sorted(peaksOf(best));
    for (int round = 0; round < shakes && !stop.stop_requested(); ++round) {
        std::vector<int> cuts = best;
        for (int i = 0; i < 3; ++i) {
            const int from = static_cast<int>(random() % stages);
            const int to = static_cast<int>(random() % stages);
            if (from != to && stageAt(cuts, from).count() > 1) {
                cuts = moved(std::move(cuts), from, to);
            }
        }
        cuts = withLowerPeaks(std::move(cuts), Bytes(0), stop);
        if (auto peaks = sorted(peaksOf(cuts)); peaks < least) {
            least = std::move(peaks);
            best = std::move(cuts);
        }
    }
    return best;
}

std::vector<int> InterleavedSearch::evenBytes(int pipeline_ranks) const
{
    const DepthLoads& depth = table().at(pipeline_ranks);
    std::vector<StageLoad> loads(at(depth.stages));
    for (const PipelineRankLoads& pipeline_rank : depth.pipeline_ranks) {
        const PipelineRankMoment& moment = fullest(pipeline_rank);
        for (std::size_t i = 0; i < pipeline_rank.stages.size(); ++i) {
            StageLoad& load = loads[at(pipeline_rank.stages[i])];
            load.held = std::max(load.held, moment.loads[i].held);
            load.gradients = load.gradients || moment.loads[i].gradients;
        }
    }
    return evenCuts(layers(), depth.stages, [&](int stage, LayerRange range) {
        const PassPhases& own = phases().of(range);
        const StageLoad& load = loads[at(stage)];
        const Bytes bytes = own.state + (load.gradients ? own.gradients : Bytes(0)) + own.held * load.held;
        return static_cast<double>(bytes.value);
    });
}

std::vector<int> InterleavedSearch::evenWork(int pipeline_ranks) const
{
    return evenCuts(layers(), table().stages(pipeline_ranks), [&](int, LayerRange range) { return work(range); });
}

// Cuts with a layer less where work is longest: at the pipeline rank, those first that take it to where work is
// shortest, and of all stages.
std::vector<std::vector<int>> InterleavedSearch::withLessWhereLongest(const std::vector<int>& cuts) const
{
    const auto& pipeline_ranks = table().at(placesOf(cuts)).pipeline_ranks;
    std::vector<double> works; // by pipeline rank
    for (const PipelineRankLoads& pipeline_rank : pipeline_ranks) {
        works.push_back(std::accumulate(pipeline_rank.stages.begin(), pipeline_rank.stages.end(), 0.0,
                                        [&](double sum, int stage) { return sum + work(stageAt(cuts, stage)); }));
    }
    std::vector<std::size_t> order(pipeline_ranks.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return works[a] < works[b]; });
    int longest = 0;
    for (int s = 1; s < table().stages(placesOf(cuts)); ++s) {
        longest = work(stageAt(cuts, s)) > work(stageAt(cuts, longest)) ? s : longest;
    }
    std::vector<std::vector<int>> neighbours;
    const auto add = [&](int from) {
        for (const std::size_t pipeline_rank : order) {
            for (const int to : pipeline_ranks[pipeline_rank].stages) {
                if (from != to && stageAt(cuts, from).count() > 1) {
                    neighbours.push_back(moved(cuts, from, to));
                }
            }
        }
    };
    add(longest);
    for (const int from : pipeline_ranks[order.back()].stages) {
        if (from != longest) {
            add(from);
        }
    }
    return neighbours;
}

std::optional<Partition> InterleavedSearch::fastest(int pipeline_ranks, Bytes limit, SearchEffort effort,
                                                    std::stop_token stop) const
{
    if (!possible(pipeline_ranks)) {
        return std::nullopt;
    }
    std::optional<Partition> best;
    std::int64_t operations = 0;
    // Whether it is the best so far.
    const auto tryCuts = [&](const std::vector<int>& cuts) {
        if (stop.stop_requested() || peakOf(cuts) > limit || (best && operations >= effort.operations)) {
            return false;
        }
        Partition partition = evaluate(cuts);
        operations += partition.operations;
        const bool better = !best || partition.step < best->step;
        if (better) {
            best = std::move(partition);
        }
        return better;
    };
    std::set<std::vector<int>> starts;
    for (const double room : startingRooms) {
        for (const auto& even : {evenWork(pipeline_ranks), uniformCuts(layers(), table().stages(pipeline_ranks))}) {
            const Bytes most = std::min(limit, sorted(peaksOf(even)).front());
            auto start = withLowerPeaks(even, scaled(most, room), stop);
            if (starts.insert(start).second) {
                tryCuts(start);
            }
        }
    }
    if (!best) {
        tryCuts(leastCuts(pipeline_ranks, stop));
    }
    for (bool found = best.has_value(); found && operations < effort.operations;) {
        const std::vector<std::vector<int>> neighbours = withLessWhereLongest(best->cuts);
        found = std::any_of(neighbours.begin(), neighbours.end(), tryCuts);
    }
    if (best) {
        best->operations = operations;
    }
    return stop.stop_requested() ? std::nullopt : best;
}

Seconds InterleavedSearch::fastestBound(int pipeline_ranks, Bytes limit, const std::stop_token&, std::int64_t*) const
{
    if (!possible(pipeline_ranks) || m_bounds.exceeds(pipeline_ranks, limit)) {
        return Seconds(std::numeric_limits<double>::infinity());
    }
    return Seconds(static_cast<double>(microBatches()) * work({0, layers()}) / pipeline_ranks * boundRounding);
}

std::optional<std::vector<int>> InterleavedSearch::plainCuts(int pipeline_ranks, Bytes limit) const
{
    for (auto& cuts :
         {uniformCuts(layers(), table().stages(pipeline_ranks)), evenWork(pipeline_ranks), evenBytes(pipeline_ranks)}) {
        if (peakOf(cuts) <= limit) {
            return cuts;
        }
    }
    return std::nullopt;
}

Partition InterleavedSearch::evaluate(const std::vector<int>& cuts) const
{
    Partition partition;
    partition.cuts = cuts;
    partition.sorted_peaks = sorted(peaksOf(cuts));
    partition.peak = haveRoom(cuts) ? partition.sorted_peaks.front() : noPeak;
    partition.step = stepOf(cuts);
    partition.exact = false;
    partition.operations = operationsOf(placesOf(cuts));
    return partition;
}

Seconds InterleavedSearch::stepOf(const std::vector<int>& cuts) const
{
    const int pipeline_ranks = placesOf(cuts);
    const Plan plan = constrainedPlan(cuts, family().data(), microBatches(), family().fixed, pipeline_ranks);
    const std::lock_guard lock(m_mutex);
    if (!m_order || m_order->pipelineRankCount() != pipeline_ranks) {
        m_order = orderOf(family().fixed.schedule, table().shape(pipeline_ranks)).value();
    }
    return simulatePlan(problem(), plan, PlanCosts(costs()), *m_order).step;
}

}
