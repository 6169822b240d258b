// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/schedulebounds.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace stagecraft {

namespace {

// Sums are of doubles here: as much may be lost in them.
constexpr double boundRounding = 1 - 1e-9;

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
    return toBytes(std::max(sumOf(m_layers.kinds()).state / places, m_layers.largest()));
}

}
