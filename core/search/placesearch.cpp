// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/placesearch.h"

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

// Peaks of places that are asked for at most, from one start.
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

// The moment at which a place has the most micro-batches.
const PlaceMoment& fullest(const PlaceLoads& place)
{
    const auto count = [](const PlaceMoment& moment) {
        std::int64_t held = moment.kind == OperationKind::Forward || moment.kind == OperationKind::Update ? 0 : 1;
        for (const StageLoad& load : moment.loads) {
            held += load.held;
        }
        return held;
    };
    return *std::max_element(place.moments.begin(), place.moments.end(),
                             [&](const auto& a, const auto& b) { return count(a) < count(b); });
}

}

PlaceSearch::PlaceSearch(const Problem& problem, PlanFamily family, const ChainCosts& costs,
                         std::shared_ptr<const ScheduleTable> table, std::shared_ptr<const PassPhaseTable> phases,
                         const PeakBounds& layers, std::optional<StageRoom> room, std::stop_token stop)
    : PartitionSearch(problem, std::move(family), costs, table, std::move(phases), std::move(room))
    , m_bounds(layers, *table, std::move(stop))
    , m_work {0}
{
    for (const LayerCost& l : costs.layers) {
        m_work.push_back(m_work.back()
                         + (l.forward.median + l.forward_waiting + l.backward.median + l.backward_waiting).value);
    }
}

bool PlaceSearch::possible(int places) const
{
    return table().stages(places) <= layers() && table().possible(places);
}

int PlaceSearch::placesOf(const std::vector<int>& cuts) const
{
    return table().placesOf(static_cast<int>(cuts.size()) - 1);
}

std::vector<Bytes> PlaceSearch::leastPeaks(int most_places, Bytes limit, const std::stop_token& stop) const
{
    std::vector<Bytes> least(at(most_places) + 1, noPeak);
    for (int places = 1; places <= most_places; ++places) {
        if (!possible(places) || m_bounds.exceeds(places, limit)) {
            continue;
        }
        const Bytes peak = peakOf(leastCuts(places, stop));
        least[at(places)] = peak <= limit ? peak : noPeak;
        if (stop.stop_requested()) {
            return {};
        }
    }
    return least;
}

bool PlaceSearch::feasible(int places, Bytes limit, const std::stop_token& stop) const
{
    return possible(places) && !m_bounds.exceeds(places, limit)
        && (peakOf(leastCuts(places, stop)) <= limit || stop.stop_requested());
}

bool PlaceSearch::haveRoom(const std::vector<int>& cuts) const
{
    if (!room()) {
        return true;
    }
    const int places = placesOf(cuts);
    const DepthLoads& depth = table().at(places);
    for (std::size_t place = 0; place < depth.places.size(); ++place) {
        const Bytes most = room()->most[at(places)];
        if (placePeakOf(*room()->phases, depth, place, cuts, most) > most) {
            return false;
        }
    }
    return true;
}

Bytes PlaceSearch::placePeakOf(const PassPhaseTable& phases, const DepthLoads& depth, std::size_t place,
                               const std::vector<int>& cuts, Bytes enough)
{
    const PlaceLoads& loads = depth.places[place];
    std::array<const PassPhases*, 8> few {}; // asked for often: most places have no more
    std::vector<const PassPhases*> many(loads.stages.size() > few.size() ? loads.stages.size() : 0);
    const std::span stages(many.empty() ? few.data() : many.data(), loads.stages.size());
    for (std::size_t i = 0; i < stages.size(); ++i) {
        stages[i] = &phases.of(stageAt(cuts, loads.stages[i]));
    }
    return placePeak(loads, stages, enough);
}

std::vector<Bytes> PlaceSearch::peaksOf(const std::vector<int>& cuts) const
{
    const DepthLoads& depth = table().at(placesOf(cuts));
    std::vector<Bytes> peaks;
    for (std::size_t place = 0; place < depth.places.size(); ++place) {
        peaks.push_back(placePeakOf(depth, place, cuts));
    }
    return peaks;
}

Bytes PlaceSearch::peakOf(const std::vector<int>& cuts) const
{
    if (!haveRoom(cuts)) {
        return noPeak;
    }
    const auto peaks = peaksOf(cuts);
    return *std::max_element(peaks.begin(), peaks.end());
}

std::vector<int> PlaceSearch::withLowerPeaks(std::vector<int> cuts, Bytes enough, const std::stop_token& stop) const
{
    const DepthLoads& depth = table().at(placesOf(cuts));
    std::vector<Bytes> peaks = peaksOf(cuts);
    std::int64_t asked = 0;
    while (asked < mostPeaks && !stop.stop_requested()) {
        const auto highest = std::max_element(peaks.begin(), peaks.end());
        if (*highest <= enough && haveRoom(cuts)) {
            break;
        }
        const PlaceLoads& place = depth.places[at(static_cast<int>(highest - peaks.begin()))];
        std::vector<int> best;
        std::vector<Bytes> best_peaks;
        std::vector<Bytes> best_sorted = sorted(peaks);
        for (const int from : place.stages) {
            for (int to = 0; to < depth.stages && stageAt(cuts, from).count() > 1; ++to) {
                if (std::find(place.stages.begin(), place.stages.end(), to) != place.stages.end()) {
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

std::vector<Bytes> PlaceSearch::withPeaksOf(const std::vector<int>& cuts, LayerRange stages,
                                            const std::vector<Bytes>& before, Bytes limit, std::int64_t& asked) const
{
    const DepthLoads& depth = table().at(placesOf(cuts));
    std::vector<Bytes> peaks; // most are beyond the limit at once
    for (std::size_t place = 0; place < depth.places.size(); ++place) {
        const auto& here = depth.places[place].stages;
        const bool changed = std::any_of(here.begin(), here.end(),
                                         [&](int stage) { return stage >= stages.first && stage < stages.last; });
        if (!changed) {
            continue;
        }
        ++asked;
        const Bytes peak = placePeakOf(depth, place, cuts, limit);
        if (peak > limit) {
            return {};
        }
        if (peaks.empty()) {
            peaks = before;
        }
        peaks[place] = peak;
    }
    return peaks;
}

const std::vector<int>& PlaceSearch::leastCuts(int places, const std::stop_token& stop) const
{
    const std::lock_guard lock(m_mutex);
    const auto [known, is_new] = m_least.try_emplace(places);
    if (is_new) {
        known->second = ofAll(places, stop);
    }
    if (is_new && known->second.empty()) {
        const auto even = withLowerPeaks(uniformCuts(layers(), table().stages(places)), Bytes(0), stop);
        const auto full = withLowerPeaks(evenBytes(places), Bytes(0), stop);
        known->second = shaken(sorted(peaksOf(full)) < sorted(peaksOf(even)) ? full : even, stop);
    }
    return known->second;
}

std::vector<int> PlaceSearch::ofAll(int places, const std::stop_token& stop) const
{
    const int stages = table().stages(places);
    std::vector<int> best;
    if (partitions(layers(), stages) * places > mostPeaks) {
        return best;
    }
    const std::vector<Bytes> unknown(at(places));
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

std::vector<int> PlaceSearch::shaken(std::vector<int> best, const std::stop_token& stop) const
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

std::vector<int> PlaceSearch::evenBytes(int places) const
{
    const DepthLoads& depth = table().at(places);
    std::vector<StageLoad> loads(at(depth.stages));
    for (const PlaceLoads& place : depth.places) {
        const PlaceMoment& moment = fullest(place);
        for (std::size_t i = 0; i < place.stages.size(); ++i) {
            StageLoad& load = loads[at(place.stages[i])];
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

std::vector<int> PlaceSearch::evenWork(int places) const
{
    return evenCuts(layers(), table().stages(places), [&](int, LayerRange range) { return work(range); });
}

// Cuts with a layer less where work is longest: at the place, those first that take it to where work is shortest, and
// of all stages.
std::vector<std::vector<int>> PlaceSearch::withLessWhereLongest(const std::vector<int>& cuts) const
{
    const auto& places = table().at(placesOf(cuts)).places;
    std::vector<double> works; // by place
    for (const PlaceLoads& place : places) {
        works.push_back(std::accumulate(place.stages.begin(), place.stages.end(), 0.0,
                                        [&](double sum, int stage) { return sum + work(stageAt(cuts, stage)); }));
    }
    std::vector<std::size_t> order(places.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return works[a] < works[b]; });
    int longest = 0;
    for (int s = 1; s < table().stages(placesOf(cuts)); ++s) {
        longest = work(stageAt(cuts, s)) > work(stageAt(cuts, longest)) ? s : longest;
    }
    std::vector<std::vector<int>> neighbours;
    const auto add = [&](int from) {
        for (const std::size_t place : order) {
            for (const int to : places[place].stages) {
                if (from != to && stageAt(cuts, from).count() > 1) {
                    neighbours.push_back(moved(cuts, from, to));
                }
            }
        }
    };
    add(longest);
    for (const int from : places[order.back()].stages) {
        if (from != longest) {
            add(from);
        }
    }
    return neighbours;
}

std::optional<Partition> PlaceSearch::fastest(int places, Bytes limit, SearchEffort effort, std::stop_token stop) const
{
    if (!possible(places)) {
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
        for (const auto& even : {evenWork(places), uniformCuts(layers(), table().stages(places))}) {
            const Bytes most = std::min(limit, sorted(peaksOf(even)).front());
            auto start = withLowerPeaks(even, scaled(most, room), stop);
            if (starts.insert(start).second) {
                tryCuts(start);
            }
        }
    }
    if (!best) {
        tryCuts(leastCuts(places, stop));
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

Seconds PlaceSearch::fastestBound(int places, Bytes limit, const std::stop_token&, std::int64_t*) const
{
    if (!possible(places) || m_bounds.exceeds(places, limit)) {
        return Seconds(std::numeric_limits<double>::infinity());
    }
    return Seconds(static_cast<double>(microBatches()) * work({0, layers()}) / places * boundRounding);
}

std::optional<std::vector<int>> PlaceSearch::plainCuts(int places, Bytes limit) const
{
    for (auto& cuts : {uniformCuts(layers(), table().stages(places)), evenWork(places), evenBytes(places)}) {
        if (peakOf(cuts) <= limit) {
            return cuts;
        }
    }
    return std::nullopt;
}

Partition PlaceSearch::evaluate(const std::vector<int>& cuts) const
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

Seconds PlaceSearch::stepOf(const std::vector<int>& cuts) const
{
    const int places = placesOf(cuts);
    const Plan plan = constrainedPlan(cuts, family().data(), microBatches(), family().fixed, places);
    const std::lock_guard lock(m_mutex);
    if (!m_order || m_order->placeCount() != places) {
        m_order = orderOf(family().fixed.schedule, table().shape(places)).value();
    }
    return simulatePlan(problem(), plan, PlanCosts(costs()), *m_order).step;
}

}
