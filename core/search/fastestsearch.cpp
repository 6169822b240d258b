// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/fastestsearch.h"

#include "core/estimate/steptime.h"
#include "core/search/baselines/uniform.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <tuple>

namespace stagecraft {

namespace {

constexpr double infinite = RemainingBounds::infinite;
// Smaller numbers of bounds are all computed, which is as quick, and kept for the next run.
constexpr std::int64_t fewBounds = 1 << 15;
// Factor on the bound of a nearly best partition, up to which larger numbers of bounds are computed.
constexpr double spared = 1.01;
// Layers probed by balancedEnd() for the work of one stage evaluation.
constexpr int probesOfLook = 4;
// Prefix sums round differently from sums over stages; a bound prunes only beyond this factor.
constexpr double rounding = 1 + 1e-9;

std::size_t at(int index)
{
    return static_cast<std::size_t>(index);
}

}

FastestSearch::FastestSearch(const PartitionSearch& search, int pipeline_ranks, Bytes limit, SearchEffort effort,
                             std::stop_token stop)
    : m_search(search)
    , m_pipeline_ranks(pipeline_ranks)
    , m_layers(search.layers())
    , m_limit(std::min(limit, noPeak - Bytes(1))) // stages that a configuration group may not have are noPeak
    , m_effort(effort)
    , m_stop(std::move(stop))
    , m_lock(search.m_scratch->mutex, std::try_to_lock)
    , m_scratch(m_lock ? *search.m_scratch : m_own)
{
    if (search.countsByRange() && StageRanges::areKept(search.costs()) && !m_scratch.ranges) {
        m_scratch.ranges.emplace(search.m_peaks, search.m_upper.get(), search.m_bounds, m_layers);
    }
}

double FastestSearch::bound(int first, int last)
{
    return m_scratch.ranges ? m_scratch.ranges->bound({first, last}) : m_search.m_bounds.least({first, last});
}

double FastestSearch::leastWork(int first, int last)
{
    return m_search.m_bounds.work({first, last});
}

Bytes FastestSearch::peak(int pipeline_rank, LayerRange range)
{
    const int left = m_pipeline_ranks - pipeline_rank;
    if (!m_scratch.ranges) {
        return m_search.stagePeak(left, m_pipeline_ranks, range);
    }
    const std::int64_t in_flight = m_search.inFlightAt(left);
    const std::int64_t micro_batches = m_search.microBatches();
    return m_scratch.ranges->fits(range, in_flight, micro_batches, m_search.capacityOf(m_pipeline_ranks))
        ? m_scratch.ranges->peak(range, in_flight, micro_batches)
        : noPeak;
}

Bytes FastestSearch::least(int left, LayerRange range)
{
    return m_scratch.ranges ? m_scratch.ranges->least(range, m_search.inFlightAt(left), m_search.microBatches())
                            : m_search.stageLeast(left, range, m_pipeline_ranks);
}

double FastestSearch::bound()
{
    std::vector<int> split_points;
    const double quick = areMany() ? quickBound(split_points) : infinite;
    if (areMany() && quick == infinite && !m_search.reachesEnd(m_pipeline_ranks, m_limit, m_stop, m_looked)) {
        return infinite; // same result as from all bounds
    }
    prepareBounds(quick);
    const double least = whole() / rounding;
    letGo();
    return least;
}

double FastestSearch::stageBound(int pipeline_rank, int first, int last, double most)
{
    ++m_looked;
    const double least = bound(first, last); // cheaper to compute than the peak
    return least <= most && peak(pipeline_rank, {first, last}) <= m_limit ? least : infinite;
}

void FastestSearch::prepareBounds(double bound_limit)
{
    if (m_scratch.pipeline_ranks == m_pipeline_ranks && m_scratch.limit == m_limit
        && m_scratch.bound_limit >= bound_limit) {
        m_looked += m_scratch.looked; // computed by an earlier run, charged equally
        return;
    }
    const std::int64_t before = m_looked;
    makeBounds(bound_limit);
    m_scratch.pipeline_ranks = m_stop.stop_requested() ? 0 : m_pipeline_ranks;
    m_scratch.limit = m_limit;
    m_scratch.bound_limit = bound_limit;
    m_scratch.looked = m_looked - before;
}

void FastestSearch::makeBounds(double bound_limit)
{
    RemainingBounds& remaining = m_scratch.remaining;
    remaining.restart(m_pipeline_ranks);
    const auto begins = m_search.beginsOf(m_pipeline_ranks, m_limit, bound_limit * rounding, m_pipeline_ranks);
    if (begins.back().earliest > 0) { // no partition is under the limit
        return;
    }
    remaining.addRow(m_layers, 1);
    remaining.set(m_pipeline_ranks, m_layers, 0);
    for (int pipeline_rank = m_pipeline_ranks - 1; pipeline_rank >= 0; --pipeline_rank) {
        const int left = m_pipeline_ranks - pipeline_rank; // stages from here on
        makeRow(pipeline_rank, begins[at(left)], begins[at(left) - 1]);
    }
}

void FastestSearch::makeRow(int pipeline_rank, PartitionSearch::Begins begins, PartitionSearch::Begins behind)
{
    RemainingBounds& remaining = m_scratch.remaining;
    remaining.prepareLeast(pipeline_rank + 1);
    const int left = m_pipeline_ranks - pipeline_rank;
    const int earliest = std::max(begins.earliest, pipeline_rank);
    const int latest = std::min(begins.latest, m_layers - left);
    remaining.addRow(earliest, latest - earliest + 1);
    const int furthest = std::min(m_layers - left + 1, behind.latest);
    int reach = 0; // last end within the limit, according to bytes that grow with the stage
    for (int first = earliest; first <= latest && !m_stop.stop_requested(); ++first) {
        reach = std::max(reach, first);
        while (reach < furthest && least(left, {first, reach + 1}) <= m_limit) {
            ++reach;
        }
        remaining.set(pipeline_rank, first,
                      leastFrom(pipeline_rank, first, {std::max(first + 1, behind.earliest), reach}));
    }
}

void FastestSearch::letGo()
{
    if (m_scratch.remaining.size() > fewBounds) {
        m_scratch.remaining = {};
        m_scratch.pipeline_ranks = 0;
    }
}

bool FastestSearch::areMany() const
{
    return std::int64_t(m_pipeline_ranks) * m_layers >= fewBounds;
}

double FastestSearch::boundOf(const std::vector<int>& split_points)
{
    double longest = 0;
    for (int pipeline_rank = 0; pipeline_rank < m_pipeline_ranks && longest < infinite; ++pipeline_rank) {
        longest = std::max(
            longest, stageBound(pipeline_rank, split_points[at(pipeline_rank)], split_points[at(pipeline_rank) + 1]));
    }
    return longest;
}

double FastestSearch::quickBound(std::vector<int>& split_points)
{
    constexpr int rounds = 10;
    split_points = uniformSplitPoints(m_layers, m_pipeline_ranks);
    double best = boundOf(split_points);
    // Bisects by ratios, as there may be no estimate of the longest stage.
    double low = m_search.m_bounds.own({0, m_layers}) / m_pipeline_ranks;
    double high = std::min(best, bound(0, m_layers));
    if (best == infinite) { // longest stages leave the fewest layers over
        best = filledBound(high, split_points);
        high = std::min(high, best);
    }
    if (best == infinite) {
        return infinite;
    }
    for (int round = 0; round < rounds && low > 0 && low < high && !m_stop.stop_requested(); ++round) {
        const double middle = std::sqrt(low * high);
        std::vector<int> filled;
        const double found = filledBound(middle, filled);
        (found < infinite ? high : low) = middle;
        if (found < best) {
            best = found;
            split_points = std::move(filled);
        }
    }
    return best;
}

double FastestSearch::filledBound(double longest, std::vector<int>& split_points)
{
    double bound = 0;
    split_points = {0};
    for (int pipeline_rank = 0; pipeline_rank < m_pipeline_ranks; ++pipeline_rank) {
        const int last = filledEnd(pipeline_rank, split_points.back(), longest);
        bound = std::max(bound, stageBound(pipeline_rank, split_points.back(), last, longest));
        if (bound > longest) {
            return infinite;
        }
        split_points.push_back(last);
    }
    return split_points.back() == m_layers ? bound : infinite;
}

// Grows the stage in doubling steps, then refines in halving steps.
int FastestSearch::filledEnd(int pipeline_rank, int first, double longest)
{
    const int most = m_layers - (m_pipeline_ranks - pipeline_rank) + 1;
    int last = first + 1;
    int step = 1;
    const auto mayEnd = [&](int end) {
        return end <= most && stageBound(pipeline_rank, first, end, longest) <= longest;
    };
    for (; mayEnd(last + step); step *= 2) {
        last += step;
    }
    for (; step > 0; step /= 2) {
        last += mayEnd(last + step) ? step : 0;
    }
    return last;
}

int FastestSearch::balancedEnd(int pipeline_rank, int first, LayerRange ends)
{
    const auto ahead = [&](double stage, int last) { return stage < remainingAt(pipeline_rank + 1, last); };
    const auto between = [](int low, int high, auto isAhead) {
        while (low < high) {
            const int middle = low + (high - low) / 2;
            if (isAhead(middle)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    };
    int high = between(ends.first, ends.last, [&](int last) { return ahead(leastWork(first, last), last); });
    // The bound may exceed the work, so it may reach the rest slightly earlier.
    const auto isAhead = [&](int last) { return ahead(bound(first, last), last); };
    int step = 1;
    for (; high - step >= ends.first && !isAhead(high - step); step *= 2) {
        high -= step;
    }
    return between(std::max(ends.first, high - step + 1), high, isAhead);
}

double FastestSearch::leastFrom(int pipeline_rank, int first, LayerRange ends)
{
    if (ends.first > ends.last) {
        return infinite;
    }
    double best = infinite;
    const auto look = [&](int last) {
        const double behind = remainingAt(pipeline_rank + 1, last);
        if (behind < best) {
            best = std::min(best, std::max(behind, stageBound(pipeline_rank, first, last, best)));
        }
    };
    m_looked += std::bit_width(static_cast<unsigned>(ends.count())) / probesOfLook;
    const int balanced = balancedEnd(pipeline_rank, first, ends);
    const RemainingBounds& remaining = m_scratch.remaining;
    if (balanced > ends.first) { // with shorter stages the rest takes longer
        look(remaining.leastWithin(ends.first, balanced - 1));
    }
    look(balanced);
    for (int last = balanced - 1; last >= ends.first; --last) {
        if (remainingAt(pipeline_rank + 1, remaining.leastWithin(ends.first, last)) >= best) {
            break;
        }
        look(last);
    }
    for (int last = balanced + 1; last <= ends.last && leastWork(first, last) < best;
         ++last) { // until longer stages exceed the best
        if (bound(first, last) < best) {
            look(last);
        }
    }
    return best;
}

bool FastestSearch::prunable(double bound) const
{
    return bound == infinite || (m_best && bound > m_best->step.value * rounding);
}

bool FastestSearch::spent() const
{
    const bool tried =
        m_evaluations > 0 && m_evaluations * m_search.operationsOf(m_pipeline_ranks) >= m_effort.operations;
    return tried || m_stop.stop_requested();
}

std::optional<Partition> FastestSearch::run()
{
    takeEven();
    const double bound_limit = areMany() ? takeQuick() * spared : m_best ? m_best->step.value * rounding : infinite;
    prepareBounds(bound_limit);
    if (!prunable(whole())) {
        m_split_points = {0};
        extend(0, 0, 0);
        m_exact = m_exact && (!m_best || m_best->step.value <= bound_limit * rounding);
    }
    if (!m_exact) {
        improve();
    }
    letGo();
    if (m_best) {
        m_best->exact = m_exact;
        m_best->operations = m_evaluations * m_search.operationsOf(m_pipeline_ranks);
    }
    return m_stop.stop_requested() ? std::nullopt : m_best;
}

// Returns the bound of the quick partition.
double FastestSearch::takeQuick()
{
    std::vector<int> split_points;
    const double bound = quickBound(split_points);
    if (bound < infinite && !(m_best && split_points == m_best->split_points)) {
        m_split_points = std::move(split_points);
        take();
    }
    return bound;
}

void FastestSearch::extend(int pipeline_rank, int first, double bound_so_far)
{
    if (pipeline_rank == m_pipeline_ranks) {
        take();
        return;
    }
    std::vector<Branch> branches;
    const int end = m_scratch.remaining.last(pipeline_rank + 1);
    for (int last = std::max(first + 1, m_scratch.remaining.first(pipeline_rank + 1)); last <= end; ++last) {
        const double behind = remainingAt(pipeline_rank + 1, last);
        if (prunable(behind)) {
            continue;
        }
        if (prunable(leastWork(first, last))) { // longer stages are pruned as well
            break;
        }
        const double lower = std::max({bound_so_far, behind, stageBound(pipeline_rank, first, last)});
        if (!prunable(lower)) {
            branches.push_back({last, lower});
        }
    }
    std::stable_sort(branches.begin(), branches.end(),
                     [](const Branch& a, const Branch& b) { return a.bound < b.bound; });
    for (const Branch& branch : branches) {
        if (prunable(branch.bound)) {
            break;
        }
        if (spent()) {
            m_exact = false;
            return;
        }
        m_split_points.push_back(branch.next);
        extend(pipeline_rank + 1, branch.next, branch.bound);
        m_split_points.pop_back();
    }
}

// Improves the best partition if the search was incomplete: moves layers from one stage to another, shifting those
// between, while that helps, with at most the same work again.
void FastestSearch::improve()
{
    const std::int64_t most = m_evaluations + m_effort.operations / m_search.operationsOf(m_pipeline_ranks);
    const auto isOpen = [&] { return m_best && m_evaluations < most && !m_stop.stop_requested(); };
    bool better = true;
    while (better && isOpen()) {
        better = false;
        for (int from = 0; from < m_pipeline_ranks; ++from) {
            for (int to = 0; to < m_pipeline_ranks && isOpen(); ++to) {
                better = moveLayer(from, to) || better;
            }
        }
    }
}

bool FastestSearch::moveLayer(int from, int to)
{
    std::vector<int> split_points = m_best->split_points;
    if (from == to || split_points[at(from) + 1] - split_points[at(from)] < 2) {
        return false;
    }
    for (int split_point = std::min(from, to) + 1; split_point <= std::max(from, to); ++split_point) {
        split_points[at(split_point)] += from < to ? -1 : 1;
    }
    if (prunable(boundOf(split_points))) {
        return false;
    }
    const Seconds before = m_best->step;
    m_split_points = std::move(split_points);
    take();
    return m_best->step < before;
}

// Tries the common choice, often the best: equal numbers of layers per stage, with or without the first and last layer.
void FastestSearch::takeEven()
{
    std::vector<int> inner {0};
    for (int pipeline_rank = 1; pipeline_rank < m_pipeline_ranks; ++pipeline_rank) {
        inner.push_back(1 + static_cast<int>(std::int64_t(pipeline_rank) * (m_layers - 2) / m_pipeline_ranks));
    }
    inner.push_back(m_layers);
    const std::vector<int> even = uniformSplitPoints(m_layers, m_pipeline_ranks);
    const bool distinct = std::adjacent_find(inner.begin(), inner.end(), std::greater_equal<>()) == inner.end();
    for (const auto& split_points : {even, distinct ? inner : even}) {
        const bool fresh = !m_best || split_points != m_best->split_points;
        if (fresh && !m_stop.stop_requested() && m_search.peakOf(split_points) <= m_limit) {
            m_split_points = split_points;
            take();
        }
    }
}

void FastestSearch::take()
{
    ++m_evaluations;
    Partition partition = m_search.evaluate(m_split_points);
    const auto order = [](const Partition& p) { return std::tie(p.step, p.sorted_peaks, p.split_points); };
    if (!m_best || order(partition) < order(*m_best)) {
        m_best = std::move(partition);
    }
}

}
