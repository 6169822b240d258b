// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/fastestsearch.h"

#include "core/estimate/steptime.h"
#include "core/search/baselines/uniform.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <tuple>

namespace stagecraft {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
// Sums over prefixes round differently from sums over stages; a bound counts only beyond that.
constexpr double rounding = 1 + 1e-9;

std::size_t at(int index)
{
    return static_cast<std::size_t>(index);
}

}

FastestSearch::FastestSearch(const PartitionSearch& search, int places, Bytes limit, SearchEffort effort,
                             std::stop_token stop)
    : m_search(search)
    , m_places(places)
    , m_layers(search.layers())
    , m_limit(std::min(limit, noPeak - Bytes(1))) // what a family may not have is noPeak
    , m_effort(effort)
    , m_stop(std::move(stop))
    , m_lock(search.m_scratch->mutex, std::try_to_lock)
    , m_scratch(m_lock ? *search.m_scratch : m_own)
{
    if (search.countsByRange() && !m_scratch.ranges) {
        m_scratch.ranges.emplace(search.m_peaks, search.m_upper.get(), search.m_bounds, m_layers);
    }
    if (search.countsByBlocks() && (!m_scratch.stack || m_scratch.stack->places() != places)) {
        m_scratch.stack.emplace(*search.m_stack, m_layers, places);
    }
}

double FastestSearch::bound(int first, int last)
{
    if (m_scratch.ranges) {
        return m_scratch.ranges->bound({first, last});
    }
    return m_search.stackTellsTime() ? leastWork(first, last) : m_search.m_bounds.least({first, last});
}

double FastestSearch::leastWork(int first, int last)
{
    if (!m_search.stackTellsTime()) {
        return m_search.m_bounds.work({first, last});
    }
    return m_scratch.stack ? m_scratch.stack->step({first, last})
                           : m_search.m_stack->leastStep(m_places, {first, last}).value;
}

Bytes FastestSearch::peak(int place, LayerRange range)
{
    const int left = m_places - place;
    if (m_scratch.stack) {
        return m_scratch.stack->peak(place, range);
    }
    if (!m_scratch.ranges) {
        return m_search.stagePeak(left, m_places, range);
    }
    const std::int64_t in_flight = m_search.inFlightAt(left);
    const std::int64_t micro_batches = m_search.microBatches();
    return m_scratch.ranges->fits(range, in_flight, micro_batches, m_search.roomOf(m_places))
        ? m_scratch.ranges->peak(range, in_flight, micro_batches)
        : noPeak;
}

Bytes FastestSearch::least(int left, LayerRange range)
{
    if (m_scratch.stack) {
        return m_scratch.stack->least(m_places - left, range);
    }
    return m_scratch.ranges ? m_scratch.ranges->least(range, m_search.inFlightAt(left), m_search.microBatches())
                            : m_search.stageLeast(left, range);
}

double FastestSearch::bound()
{
    prepareBounds();
    return rest(0, 0) / rounding;
}

double FastestSearch::stageBound(int place, int first, int last)
{
    ++m_looked;
    return peak(place, {first, last}) <= m_limit ? bound(first, last) : infinite;
}

void FastestSearch::prepareBounds()
{
    if (m_scratch.places == m_places && m_scratch.limit == m_limit) { // the run before has asked for the same
        m_looked += m_scratch.looked;
        return;
    }
    const std::int64_t before = m_looked;
    makeBounds();
    m_scratch.places = m_stop.stop_requested() ? 0 : m_places;
    m_scratch.limit = m_limit;
    m_scratch.looked = m_looked - before;
}

void FastestSearch::makeBounds()
{
    const auto begins = m_search.beginsOf(m_places, m_limit);
    if (begins.back().earliest > 0) { // nothing is under the limit
        m_scratch.rest.assign(1, infinite);
        return;
    }
    m_scratch.rest.assign((at(m_places) + 1) * (at(m_layers) + 1), infinite);
    rest(m_places, m_layers) = 0;
    for (int place = m_places - 1; place >= 0; --place) {
        const int left = m_places - place; // stages from here on
        const auto [earliest, latest] = begins[at(left)];
        const auto behind = begins[at(left) - 1];
        const int most = std::min(latest, m_layers - left);
        const int furthest = std::min(m_layers - left + 1, behind.latest);
        int reach = 0; // last end within the limit, as far as bytes that grow with stages tell
        for (int first = std::max(earliest, place); first <= most && !m_stop.stop_requested(); ++first) {
            reach = std::max(reach, first);
            while (reach < furthest && least(left, {first, reach + 1}) <= m_limit) {
                ++reach;
            }
            rest(place, first) = leastFrom(place, first, {std::max(first + 1, behind.earliest), reach});
        }
    }
}

int FastestSearch::balancedEnd(int place, int first, LayerRange ends)
{
    int low = ends.first;
    int high = ends.last;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (leastWork(first, middle) < rest(place + 1, middle)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

double FastestSearch::leastFrom(int place, int first, LayerRange ends)
{
    if (ends.first > ends.last) {
        return infinite;
    }
    double best = infinite;
    const auto look = [&](int last) {
        const double behind = rest(place + 1, last);
        if (behind < best) {
            best = std::min(best, std::max(behind, stageBound(place, first, last)));
        }
    };
    look(balancedEnd(place, first, ends)); // so that most others are passed over
    for (int last = ends.first; last <= ends.last; ++last) {
        // Work grows with the stage: once it alone is no better, longer stages are not either.
        if (leastWork(first, last) >= best) {
            break;
        }
        look(last);
    }
    return best;
}

bool FastestSearch::hopeless(double bound) const
{
    return bound == infinite || (m_best && bound > m_best->step.value * rounding);
}

bool FastestSearch::spent() const
{
    const bool tried = m_evaluations > 0 && m_evaluations * m_search.operationsOf(m_places) >= m_effort.operations;
    return tried || m_stop.stop_requested();
}

std::optional<Partition> FastestSearch::run()
{
    prepareBounds();
    if (!hopeless(rest(0, 0))) {
        takeEven();
        m_cuts = {0};
        extend(0, 0, 0);
    }
    if (m_best) {
        m_best->exact = m_exact;
        m_best->operations = m_evaluations * m_search.operationsOf(m_places);
    }
    return m_stop.stop_requested() ? std::nullopt : m_best;
}

void FastestSearch::extend(int place, int first, double bound_so_far)
{
    if (place == m_places) {
        take();
        return;
    }
    std::vector<Branch> branches;
    const int left = m_places - place;
    const int begin = left == 1 ? m_layers : first + 1;
    for (int last = begin; last <= m_layers - left + 1; ++last) {
        const double behind = rest(place + 1, last);
        if (hopeless(behind)) {
            continue;
        }
        const double lower = std::max({bound_so_far, behind, stageBound(place, first, last)});
        if (!hopeless(lower)) {
            branches.push_back({last, lower});
        }
    }
    std::stable_sort(branches.begin(), branches.end(),
                     [](const Branch& a, const Branch& b) { return a.bound < b.bound; });
    for (const Branch& branch : branches) {
        if (hopeless(branch.bound)) {
            break;
        }
        if (spent()) {
            m_exact = false;
            return;
        }
        m_cuts.push_back(branch.next);
        extend(place + 1, branch.next, branch.bound);
        m_cuts.pop_back();
    }
}

// What everybody tries first, and often the best: as many layers in each stage, or as many of those between the ends.
void FastestSearch::takeEven()
{
    std::vector<int> inner {0};
    for (int place = 1; place < m_places; ++place) {
        inner.push_back(1 + static_cast<int>(std::int64_t(place) * (m_layers - 2) / m_places));
    }
    inner.push_back(m_layers);
    const std::vector<int> even = uniformCuts(m_layers, m_places);
    const bool distinct = std::adjacent_find(inner.begin(), inner.end(), std::greater_equal<>()) == inner.end();
    for (const auto& cuts : {even, distinct ? inner : even}) {
        const bool fresh = !m_best || cuts != m_best->cuts;
        if (fresh && !m_stop.stop_requested() && m_search.peakOf(cuts) <= m_limit) {
            m_cuts = cuts;
            take();
        }
    }
}

void FastestSearch::take()
{
    ++m_evaluations;
    Partition partition = m_search.evaluate(m_cuts);
    const auto order = [](const Partition& p) { return std::tie(p.step, p.sorted_peaks, p.cuts); };
    if (!m_best || order(partition) < order(*m_best)) {
        m_best = std::move(partition);
    }
}

}
