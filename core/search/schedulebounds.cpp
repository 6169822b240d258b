// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/schedulebounds.h"

#include "core/schedule/schedule.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

namespace stagecraft {

namespace {

// What a layer of a stage adds to its place at one moment, as multiples of its own bytes.
struct Share {
    double state = 0;
    double gradients = 0;
    double held = 0;

    double of(const PeakBounds::Floor& floor) const
    {
        return state * floor.state + gradients * floor.gradients + held * floor.held;
    }
};

// In backward passes what the own micro-batch saved is there, too.
Share shareAt(const PlaceMoment& moment, std::size_t stage)
{
    const StageLoad& load = moment.loads[stage];
    const bool own =
        stage == moment.stage && (moment.kind != OperationKind::Forward && moment.kind != OperationKind::Update);
    return {1, load.gradients ? 1.0 : 0.0, static_cast<double>(load.held + (own ? 1 : 0))};
}

Share meanOf(const PlaceMoment& moment)
{
    Share sum;
    const auto count = static_cast<double>(moment.loads.size());
    for (std::size_t i = 0; i < moment.loads.size(); ++i) {
        const Share share = shareAt(moment, i);
        sum.gradients += share.gradients / count;
        sum.held += share.held / count;
    }
    sum.state = 1;
    return sum;
}

PeakBounds::Floor sumOf(const std::vector<PeakBounds::Kind>& kinds)
{
    PeakBounds::Floor sum;
    for (const PeakBounds::Kind& kind : kinds) {
        sum.state += kind.count * kind.floor.state;
        sum.gradients += kind.count * kind.floor.gradients;
        sum.held += kind.count * kind.floor.held;
    }
    return sum;
}

Bytes toBytes(double bytes)
{
    return Bytes(static_cast<std::int64_t>(std::min(bytes * boundRounding, 4e18)));
}

}

Bytes ScheduleBounds::least(int places) const
{
    const DepthLoads& depth = m_table.at(places);
    const PeakBounds::Floor all = sumOf(m_layers.kinds());
    std::vector<Share> stages(static_cast<std::size_t>(depth.stages)); // over all places where they lie
    double weights = 0;
    for (const PlaceLoads& place : depth.places) {
        const auto fullest =
            std::max_element(place.moments.begin(), place.moments.end(),
                             [&](const auto& a, const auto& b) { return meanOf(a).of(all) < meanOf(b).of(all); });
        const double weight = 1 / std::max(1.0, meanOf(*fullest).of(all));
        weights += weight;
        for (std::size_t i = 0; i < place.stages.size(); ++i) {
            Share& stage = stages[static_cast<std::size_t>(place.stages[i])];
            const Share share = shareAt(*fullest, i);
            stage.state += weight * share.state;
            stage.gradients += weight * share.gradients;
            stage.held += weight * share.held;
        }
    }
    double sum = 0;
    for (const PeakBounds::Kind& kind : m_layers.kinds()) {
        double least = std::numeric_limits<double>::max();
        for (const Share& stage : stages) {
            least = std::min(least, stage.of(kind.floor));
        }
        sum += kind.count * least;
    }
    return toBytes(std::max(sum / weights, m_layers.largest()));
}

Bytes ScheduleBounds::leastUpTo(int places) const
{
    const PeakBounds::Floor all = sumOf(m_layers.kinds());
    return toBytes(std::max((pipelines() * all.state + all.held) / places, m_layers.largest()));
}

namespace {

// Most layers of a kind that a place has room for.
struct Room {
    double any = 0;
    double in_each = 0; // if each stage of the place has one
};

double layersIn(double bytes, double each)
{
    return each > 0 ? std::floor(std::max(0.0, bytes) / each) : std::numeric_limits<double>::infinity();
}

Room roomAt(const PlaceLoads& place, const PeakBounds::Floor& layer, double bytes)
{
    Room room {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
    for (const PlaceMoment& moment : place.moments) {
        double least = std::numeric_limits<double>::infinity();
        double one_each = 0;
        for (std::size_t i = 0; i < place.stages.size(); ++i) {
            const double each = shareAt(moment, i).of(layer);
            least = std::min(least, each);
            one_each += each;
        }
        const auto stages = static_cast<double>(place.stages.size());
        room.any = std::min(room.any, layersIn(bytes, least));
        room.in_each = std::min(room.in_each, one_each > bytes ? 0 : stages + layersIn(bytes - one_each, least));
    }
    return room;
}

}

bool ScheduleBounds::exceeds(int places, Bytes limit) const
{
    const double most = static_cast<double>(limit.value) / boundRounding;
    if (allExceed(places, limit)) {
        return true;
    }
    const bool too_many = m_table.severalStages() ? placesExceed(places, most) : stagesExceed(places, most);
    return too_many || least(places) > limit;
}

bool ScheduleBounds::allExceed(int places, Bytes limit) const
{
    const double most = static_cast<double>(limit.value) / boundRounding;
    // Of all that lies at a place of two pipelines, a micro-batch of one or the other lies at half and more.
    const bool each_has_one = static_cast<double>(m_table.shape(places).micro_batches) >= pipelines();
    const double share = each_has_one ? 1 / pipelines() : 0;
    const auto& kinds = m_layers.kinds();
    return std::any_of(kinds.begin(), kinds.end(), [&](const PeakBounds::Kind& kind) {
        return places * layersIn(most, kind.floor.state + kind.floor.held * share) < kind.count * pipelines();
    });
}

double ScheduleBounds::pipelines() const
{
    return rulesOf(m_table.schedule()).pipelines;
}

bool ScheduleBounds::stagesExceed(int places, double most) const
{
    std::vector<double> in_flight;
    for (int place = 0; place < places; ++place) {
        in_flight.push_back(static_cast<double>(m_table.inFlight(place, places)));
    }
    const auto& kinds = m_layers.kinds();
    return std::any_of(kinds.begin(), kinds.end(), [&](const PeakBounds::Kind& kind) {
        double room = 0;
        for (int place = 0; place < places && room < kind.count; ++place) {
            room += layersIn(most, kind.floor.state + in_flight[static_cast<std::size_t>(place)] * kind.floor.held);
        }
        return room < kind.count;
    });
}

bool ScheduleBounds::placesExceed(int places, double most) const
{
    const DepthLoads& depth = m_table.at(places);
    std::size_t stages = 0;
    for (const PlaceLoads& place : depth.places) {
        stages += place.stages.size();
    }
    const std::size_t copies = stages / static_cast<std::size_t>(depth.stages); // places at which a stage lies
    double layers = 0;
    for (const PeakBounds::Kind& kind : m_layers.kinds()) {
        layers += kind.count;
    }
    const auto& kinds = m_layers.kinds();
    return std::any_of(kinds.begin(), kinds.end(), [&](const PeakBounds::Kind& kind) {
        double room = 0;
        std::vector<double> more;
        for (const PlaceLoads& place : depth.places) {
            const Room here = roomAt(place, kind.floor, most);
            room += here.in_each;
            more.push_back(here.any - here.in_each);
        }
        // Stages without a layer of the kind have one of the others.
        const double others =
            std::min((layers - kind.count) * static_cast<double>(copies), static_cast<double>(places));
        const auto end = more.begin() + static_cast<std::ptrdiff_t>(others);
        std::partial_sort(more.begin(), end, more.end(), std::greater<>());
        room = std::accumulate(more.begin(), end, room);
        return room < kind.count * static_cast<double>(copies);
    });
}

Bytes ScheduleBounds::least(int places, Bytes limit) const
{
    Bytes bound = std::min(least(places), limit);
    for (int round = 0; round < 30 && bound < limit; ++round) {
        const Bytes middle((bound.value / 2) + (limit.value / 2));
        if (middle <= bound || middle >= limit) {
            break;
        }
        (exceeds(places, middle) ? bound : limit) = middle;
    }
    return bound;
}

}
