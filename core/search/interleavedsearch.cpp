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

// Limit of evaluated pipeline-rank peaks per start.
constexpr std::int64_t mostPeaks = 20'000;
// Peak limits from which faster partitions are searched, as shares of the peak of even stages or of the limit: moves
// for lower peaks may lead to better partitions than moves for shorter steps.
constexpr std::array startingShares {1.0, 0.97, 0.94, 0.9};
// Number of random perturbations in the search for lower peaks.
constexpr int perturbations = 12;

LayerRange stageAt(const std::vector<int>& split_points, int stage)
{
    const auto i = static_cast<std::size_t>(stage);
    return {split_points[i], split_points[i + 1]};
}

// Moves one layer from a stage to another, shifting the stages between.
void move(std::vector<int>& split_points, int from, int to)
{
    for (int s = std::min(from, to) + 1; s <= std::max(from, to); ++s) {
        split_points[static_cast<std::size_t>(s)] += to < from ? 1 : -1;
    }
}

std::vector<int> moved(std::vector<int> split_points, int from, int to)
{
    move(split_points, from, to);
    return split_points;
}

std::vector<Bytes> sorted(std::vector<Bytes> peaks)
{
    std::sort(peaks.begin(), peaks.end(), std::greater<>());
    return peaks;
}

// Returns split points into `stages` stages that nearly minimize the largest size, for sizes that grow with the stage.
std::vector<int> evenSplitPoints(int layers, int stages, const std::function<double(int stage, LayerRange)>& size)
{
    std::vector<int> best = uniformSplitPoints(layers, stages);
    double high = 0;
    for (int s = 0; s < stages; ++s) {
        high = std::max(high, size(s, stageAt(best, s)));
    }
    double low = 0;
    for (int round = 0; round < 40 && low < high * (1 - 1e-6); ++round) {
        const double limit = (low + high) / 2;
        std::vector<int> split_points {0};
        for (int s = 0; s < stages; ++s) {
            const int most = layers - (stages - 1 - s);
            int last = split_points.back() + 1;
            while (last < most && size(s, {split_points.back(), last + 1}) <= limit) {
                ++last;
            }
            split_points.push_back(last);
        }
        double largest = split_points.back() < layers ? std::numeric_limits<double>::infinity() : 0;
        for (int s = 0; s < stages; ++s) {
            largest = std::max(largest, size(s, stageAt(split_points, s)));
        }
        if (largest <= limit) {
            high = largest;
            best = std::move(split_points);
        } else {
            low = limit;
        }
    }
    return best;
}

// Returns the number of partitions of the layers into stages, or any number above mostPeaks.
std::int64_t partitions(std::int64_t layers, std::int64_t stages)
{
    std::int64_t count = 1;
    const std::int64_t inner_points = std::min(stages - 1, layers - stages);
    for (std::int64_t i = 1; i <= inner_points && count <= mostPeaks; ++i) {
        count = count * (layers - i) / i;
    }
    return count;
}

// Returns the first split points of an enumeration: stages of one layer, with the rest in the last. goOn() advances to
// the next ones, and clears them after the last.
std::vector<int> firstSplitPoints(int layers, int stages)
{
    std::vector<int> split_points(static_cast<std::size_t>(stages) + 1);
    std::iota(split_points.begin(), split_points.end(), 0);
    split_points.back() = layers;
    return split_points;
}

void goOn(std::vector<int>& split_points)
{
    for (std::size_t i = split_points.size() - 2; i > 0; --i) {
        if (split_points[i] + 1 < split_points[i + 1]) {
            std::iota(split_points.begin() + static_cast<std::ptrdiff_t>(i), split_points.end() - 1,
                      split_points[i] + 1);
            return;
        }
    }
    split_points.clear();
}

// Returns the moment at which a pipeline rank has the most micro-batches in flight.
const PipelineRankMoment& fullest(const PipelineRankOccupancy& pipeline_rank)
{
    const auto count = [](const PipelineRankMoment& moment) {
        std::int64_t held = moment.kind == OperationKind::Forward || moment.kind == OperationKind::Update ? 0 : 1;
        for (const StageOccupancy& stage_occupancy : moment.occupancies) {
            held += stage_occupancy.held;
        }
        return held;
    };
    return *std::max_element(pipeline_rank.moments.begin(), pipeline_rank.moments.end(),
                             [&](const auto& a, const auto& b) { return count(a) < count(b); });
}

}

InterleavedSearch::InterleavedSearch(const Problem& problem, ConfigurationGroup config_group, const ChainCosts& costs,
                                     std::shared_ptr<const ScheduleTable> table,
                                     std::shared_ptr<const PassPhaseTable> phases, const PeakBounds& layers,
                                     std::optional<StageCapacity> capacity, std::stop_token stop)
    : PartitionSearch(problem, std::move(config_group), costs, table, std::move(phases), std::move(capacity))
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

int InterleavedSearch::pipelineRanksOf(const std::vector<int>& split_points) const
{
    return table().pipelineRanksOf(static_cast<int>(split_points.size()) - 1);
}

std::vector<Bytes> InterleavedSearch::leastPeaks(int most_pipeline_ranks, Bytes limit,
                                                 const std::stop_token& stop) const
{
    std::vector<Bytes> least(at(most_pipeline_ranks) + 1, noPeak);
    for (int pipeline_ranks = 1; pipeline_ranks <= most_pipeline_ranks; ++pipeline_ranks) {
        if (!possible(pipeline_ranks) || m_bounds.exceeds(pipeline_ranks, limit)) {
            continue;
        }
        const Bytes peak = peakOf(lowestPeakSplitPoints(pipeline_ranks, stop));
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
        && (peakOf(lowestPeakSplitPoints(pipeline_ranks, stop)) <= limit || stop.stop_requested());
}

bool InterleavedSearch::allFit(const std::vector<int>& split_points) const
{
    if (!capacity()) {
        return true;
    }
    const int pipeline_ranks = pipelineRanksOf(split_points);
    const DepthOccupancy& depth = table().at(pipeline_ranks);
    for (std::size_t pipeline_rank = 0; pipeline_rank < depth.pipeline_ranks.size(); ++pipeline_rank) {
        const Bytes most = capacity()->most[at(pipeline_ranks)];
        if (peakOfPipelineRank(*capacity()->phases, depth, pipeline_rank, split_points, most) > most) {
            return false;
        }
    }
    return true;
}

Bytes InterleavedSearch::peakOfPipelineRank(const PassPhaseTable& phases, const DepthOccupancy& depth,
                                            std::size_t pipeline_rank, const std::vector<int>& split_points,
                                            Bytes enough)
{
    const PipelineRankOccupancy& occupancy = depth.pipeline_ranks[pipeline_rank];
    std::array<const PassPhases*, 8> few {}; // avoids allocation in a hot function: few pipeline ranks have more stages
    std::vector<const PassPhases*> many(occupancy.stages.size() > few.size() ? occupancy.stages.size() : 0);
    const std::span stages(many.empty() ? few.data() : many.data(), occupancy.stages.size());
    for (std::size_t i = 0; i < stages.size(); ++i) {
        stages[i] = &phases.of(stageAt(split_points, occupancy.stages[i]));
    }
    return pipelineRankPeak(occupancy, stages, enough);
}

std::vector<Bytes> InterleavedSearch::peaksOf(const std::vector<int>& split_points) const
{
    const DepthOccupancy& depth = table().at(pipelineRanksOf(split_points));
    std::vector<Bytes> peaks;
    for (std::size_t pipeline_rank = 0; pipeline_rank < depth.pipeline_ranks.size(); ++pipeline_rank) {
        peaks.push_back(peakOfPipelineRank(depth, pipeline_rank, split_points));
    }
    return peaks;
}

Bytes InterleavedSearch::peakOf(const std::vector<int>& split_points) const
{
    if (!allFit(split_points)) {
        return noPeak;
    }
    const auto peaks = peaksOf(split_points);
    return *std::max_element(peaks.begin(), peaks.end());
}

std::vector<int> InterleavedSearch::withLowerPeaks(std::vector<int> split_points, Bytes enough,
                                                   const std::stop_token& stop) const
{
    const DepthOccupancy& depth = table().at(pipelineRanksOf(split_points));
    std::vector<Bytes> peaks = peaksOf(split_points);
    std::int64_t asked = 0;
    while (asked < mostPeaks && !stop.stop_requested()) {
        const auto highest = std::max_element(peaks.begin(), peaks.end());
        if (*highest <= enough && allFit(split_points)) {
            break;
        }
        const PipelineRankOccupancy& pipeline_rank =
            depth.pipeline_ranks[at(static_cast<int>(highest - peaks.begin()))];
        std::vector<int> best;
        std::vector<Bytes> best_peaks;
        std::vector<Bytes> best_sorted = sorted(peaks);
        for (const int from : pipeline_rank.stages) {
            for (int to = 0; to < depth.stages && stageAt(split_points, from).count() > 1; ++to) {
                if (std::find(pipeline_rank.stages.begin(), pipeline_rank.stages.end(), to)
                    != pipeline_rank.stages.end()) {
                    continue;
                }
                move(split_points, from, to);
                auto next_peaks = withPeaksOf(split_points, {std::min(from, to), std::max(from, to) + 1}, peaks,
                                              best_sorted.front(), asked);
                if (!next_peaks.empty()) {
                    if (auto next_sorted = sorted(next_peaks); next_sorted < best_sorted) {
                        best_sorted = std::move(next_sorted);
                        best_peaks = std::move(next_peaks);
                        best = split_points;
                    }
                }
                move(split_points, to, from); // undo: cheaper than a copy per move
            }
        }
        if (best.empty()) {
            break;
        }
        split_points = std::move(best);
        peaks = std::move(best_peaks);
    }
    return split_points;
}

std::vector<Bytes> InterleavedSearch::withPeaksOf(const std::vector<int>& split_points, LayerRange stages,
                                                  const std::vector<Bytes>& before, Bytes limit,
                                                  std::int64_t& asked) const
{
    const DepthOccupancy& depth = table().at(pipelineRanksOf(split_points));
    std::vector<Bytes> peaks; // allocated late, as most candidates exceed the limit
    for (std::size_t pipeline_rank = 0; pipeline_rank < depth.pipeline_ranks.size(); ++pipeline_rank) {
        const auto& here = depth.pipeline_ranks[pipeline_rank].stages;
        const bool changed = std::any_of(here.begin(), here.end(),
                                         [&](int stage) { return stage >= stages.first && stage < stages.last; });
        if (!changed) {
            continue;
        }
        ++asked;
        const Bytes peak = peakOfPipelineRank(depth, pipeline_rank, split_points, limit);
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

const std::vector<int>& InterleavedSearch::lowestPeakSplitPoints(int pipeline_ranks, const std::stop_token& stop) const
{
    const std::lock_guard lock(m_mutex);
    const auto [known, is_new] = m_least.try_emplace(pipeline_ranks);
    if (is_new) {
        known->second = ofAll(pipeline_ranks, stop);
    }
    if (is_new && known->second.empty()) {
        const auto even = withLowerPeaks(uniformSplitPoints(layers(), table().stages(pipeline_ranks)), Bytes(0), stop);
        const auto full = withLowerPeaks(evenBytes(pipeline_ranks), Bytes(0), stop);
        known->second = perturbed(sorted(peaksOf(full)) < sorted(peaksOf(even)) ? full : even, stop);
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
    bool fits = false;
    std::int64_t asked = 0;
    for (std::vector<int> split_points = firstSplitPoints(layers(), stages);
         !split_points.empty() && !stop.stop_requested();) {
        const Bytes limit = fits ? least.front() : Bytes(INT64_MAX);
        const auto peaks = sorted(withPeaksOf(split_points, {0, stages}, unknown, limit, asked));
        if (!peaks.empty() && (!fits || peaks < least)) {
            const bool all_fit = allFit(split_points);
            if (all_fit > fits || (all_fit == fits && peaks < least)) {
                least = peaks;
                fits = all_fit;
                best = split_points;
            }
        }
        goOn(split_points);
    }
    return best;
}

std::vector<int> InterleavedSearch::perturbed(std::vector<int> best, const std::stop_token& stop) const
{
    std::mt19937 random(1); // fixed seed: deterministic
    const auto stages = static_cast<unsigned>(best.size()) - 1;
    std::vector<Bytes> least = sorted(peaksOf(best));
    for (int round = 0; round < perturbations && !stop.stop_requested(); ++round) {
        std::vector<int> split_points = best;
        for (int i = 0; i < 3; ++i) {
            const int from = static_cast<int>(random() % stages);
            const int to = static_cast<int>(random() % stages);
            if (from != to && stageAt(split_points, from).count() > 1) {
                split_points = moved(std::move(split_points), from, to);
            }
        }
        split_points = withLowerPeaks(std::move(split_points), Bytes(0), stop);
        if (auto peaks = sorted(peaksOf(split_points)); peaks < least) {
            least = std::move(peaks);
            best = std::move(split_points);
        }
    }
    return best;
}

std::vector<int> InterleavedSearch::evenBytes(int pipeline_ranks) const
{
    const DepthOccupancy& depth = table().at(pipeline_ranks);
    std::vector<StageOccupancy> occupancies(at(depth.stages));
    for (const PipelineRankOccupancy& pipeline_rank : depth.pipeline_ranks) {
        const PipelineRankMoment& moment = fullest(pipeline_rank);
        for (std::size_t i = 0; i < pipeline_rank.stages.size(); ++i) {
            StageOccupancy& stage_occupancy = occupancies[at(pipeline_rank.stages[i])];
            stage_occupancy.held = std::max(stage_occupancy.held, moment.occupancies[i].held);
            stage_occupancy.gradients = stage_occupancy.gradients || moment.occupancies[i].gradients;
        }
    }
    return evenSplitPoints(layers(), depth.stages, [&](int stage, LayerRange range) {
        const PassPhases& own = phases().of(range);
        const StageOccupancy& stage_occupancy = occupancies[at(stage)];
        const Bytes bytes =
            own.state + (stage_occupancy.gradients ? own.gradients : Bytes(0)) + own.held * stage_occupancy.held;
        return static_cast<double>(bytes.value);
    });
}

std::vector<int> InterleavedSearch::evenWork(int pipeline_ranks) const
{
    return evenSplitPoints(layers(), table().stages(pipeline_ranks),
                           [&](int, LayerRange range) { return work(range); });
}

// Returns neighbors with one layer less in the longest stage of all, then in the other stages of the pipeline rank
// with the most work; the layer moves to the pipeline ranks in ascending order of their work.
std::vector<std::vector<int>> InterleavedSearch::withLessWhereLongest(const std::vector<int>& split_points) const
{
    const auto& pipeline_ranks = table().at(pipelineRanksOf(split_points)).pipeline_ranks;
    std::vector<double> works; // by pipeline rank
    for (const PipelineRankOccupancy& pipeline_rank : pipeline_ranks) {
        works.push_back(
            std::accumulate(pipeline_rank.stages.begin(), pipeline_rank.stages.end(), 0.0,
                            [&](double sum, int stage) { return sum + work(stageAt(split_points, stage)); }));
    }
    std::vector<std::size_t> order(pipeline_ranks.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return works[a] < works[b]; });
    int longest = 0;
    for (int s = 1; s < table().stages(pipelineRanksOf(split_points)); ++s) {
        longest = work(stageAt(split_points, s)) > work(stageAt(split_points, longest)) ? s : longest;
    }
    std::vector<std::vector<int>> neighbors;
    const auto add = [&](int from) {
        for (const std::size_t pipeline_rank : order) {
            for (const int to : pipeline_ranks[pipeline_rank].stages) {
                if (from != to && stageAt(split_points, from).count() > 1) {
                    neighbors.push_back(moved(split_points, from, to));
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
    return neighbors;
}

std::optional<Partition> InterleavedSearch::fastest(int pipeline_ranks, Bytes limit, SearchEffort effort,
                                                    std::stop_token stop) const
{
    if (!possible(pipeline_ranks)) {
        return std::nullopt;
    }
    std::optional<Partition> best;
    std::int64_t operations = 0;
    // True if the split points are the best so far.
    const auto trySplitPoints = [&](const std::vector<int>& split_points) {
        if (stop.stop_requested() || peakOf(split_points) > limit || (best && operations >= effort.operations)) {
            return false;
        }
        Partition partition = evaluate(split_points);
        operations += partition.operations;
        const bool better = !best || partition.step < best->step;
        if (better) {
            best = std::move(partition);
        }
        return better;
    };
    std::set<std::vector<int>> starts;
    for (const double share : startingShares) {
        for (const auto& even :
             {evenWork(pipeline_ranks), uniformSplitPoints(layers(), table().stages(pipeline_ranks))}) {
            const Bytes most = std::min(limit, sorted(peaksOf(even)).front());
            auto start = withLowerPeaks(even, scaled(most, share), stop);
            if (starts.insert(start).second) {
                trySplitPoints(start);
            }
        }
    }
    if (!best) {
        trySplitPoints(lowestPeakSplitPoints(pipeline_ranks, stop));
    }
    for (bool found = best.has_value(); found && operations < effort.operations;) {
        const std::vector<std::vector<int>> neighbors = withLessWhereLongest(best->split_points);
        found = std::any_of(neighbors.begin(), neighbors.end(), trySplitPoints);
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

std::optional<std::vector<int>> InterleavedSearch::simpleSplitPoints(int pipeline_ranks, Bytes limit) const
{
    for (auto& split_points : {uniformSplitPoints(layers(), table().stages(pipeline_ranks)), evenWork(pipeline_ranks),
                               evenBytes(pipeline_ranks)}) {
        if (peakOf(split_points) <= limit) {
            return split_points;
        }
    }
    return std::nullopt;
}

Partition InterleavedSearch::evaluate(const std::vector<int>& split_points) const
{
    Partition partition;
    partition.split_points = split_points;
    partition.sorted_peaks = sorted(peaksOf(split_points));
    partition.peak = allFit(split_points) ? partition.sorted_peaks.front() : noPeak;
    partition.step = stepOf(split_points);
    partition.exact = false;
    partition.operations = operationsOf(pipelineRanksOf(split_points));
    return partition;
}

Seconds InterleavedSearch::stepOf(const std::vector<int>& split_points) const
{
    const int pipeline_ranks = pipelineRanksOf(split_points);
    const Plan plan =
        constrainedPlan(split_points, configGroup().data(), microBatches(), configGroup().fixed, pipeline_ranks);
    const std::lock_guard lock(m_mutex);
    if (!m_order || m_order->pipelineRankCount() != pipeline_ranks) {
        m_order = orderOf(configGroup().fixed.schedule, table().shape(pipeline_ranks)).value();
    }
    return simulatePlan(problem(), plan, PlanCosts(costs()), *m_order).step;
}

}
