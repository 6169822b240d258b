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

// Multiples of a layer's bytes that a stage adds to its pipeline rank at one moment.
struct Share {
    double state = 0;
    double gradients = 0;
    double held = 0;

    double of(const PeakBounds::LayerLowerBound& lower_bound) const
    {
        return state * lower_bound.state + gradients * lower_bound.gradients + held * lower_bound.held;
    }
};

// Backward passes also have the saved activations of their own micro-batch.
Share shareAt(const PipelineRankMoment& moment, std::size_t stage)
{
    const StageOccupancy& stage_occupancy = moment.occupancies[stage];
    const bool own =
        stage == moment.stage && (moment.kind != OperationKind::Forward && moment.kind != OperationKind::Update);
    return {1, stage_occupancy.gradients ? 1.0 : 0.0, static_cast<double>(stage_occupancy.held + (own ? 1 : 0))};
}

Share meanOf(const PipelineRankMoment& moment)
{
    Share sum;
    const auto count = static_cast<double>(moment.occupancies.size());
    for (std::size_t i = 0; i < moment.occupancies.size(); ++i) {
        const Share share = shareAt(moment, i);
        sum.gradients += share.gradients / count;
        sum.held += share.held / count;
    }
    sum.state = 1;
    return sum;
}

PeakBounds::LayerLowerBound sumOf(const std::vector<PeakBounds::Kind>& kinds)
{
    PeakBounds::LayerLowerBound sum;
    for (const PeakBounds::Kind& kind : kinds) {
        sum.state += kind.count * kind.lower_bound.state;
        sum.gradients += kind.count * kind.lower_bound.gradients;
        sum.held += kind.count * kind.lower_bound.held;
    }
    return sum;
}

Bytes toBytes(double bytes)
{
    return Bytes(static_cast<std::int64_t>(std::min(bytes * boundRounding, 4e18)));
}

}

Bytes ScheduleBounds::least(int pipeline_ranks) const
{
    const DepthOccupancy& depth = m_table.at(pipeline_ranks);
    const PeakBounds::LayerLowerBound all = sumOf(m_layers.kinds());
    // Per stage, summed over all pipeline ranks with that stage.
    std::vector<Share> stages(static_cast<std::size_t>(depth.stages));
    double weights = 0;
    for (const PipelineRankOccupancy& pipeline_rank : depth.pipeline_ranks) {
        const auto fullest =
            std::max_element(pipeline_rank.moments.begin(), pipeline_rank.moments.end(),
                             [&](const auto& a, const auto& b) { return meanOf(a).of(all) < meanOf(b).of(all); });
        const double weight = 1 / std::max(1.0, meanOf(*fullest).of(all));
        weights += weight;
        for (std::size_t i = 0; i < pipeline_rank.stages.size(); ++i) {
            Share& stage = stages[static_cast<std::size_t>(pipeline_rank.stages[i])];
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
            least = std::min(least, stage.of(kind.lower_bound));
        }
        sum += kind.count * least;
    }
    return toBytes(std::max(sum / weights, m_layers.largest()));
}

Bytes ScheduleBounds::leastUpTo(int pipeline_ranks) const
{
    const PeakBounds::LayerLowerBound all = sumOf(m_layers.kinds());
    return toBytes(std::max((pipelines() * all.state + all.held) / pipeline_ranks, m_layers.largest()));
}

namespace {

double layersIn(double bytes, double each)
{
    return each > 0 ? std::floor(std::max(0.0, bytes) / each) : std::numeric_limits<double>::infinity();
}

// Upper limit of the layers of a kind on a pipeline rank.
struct LayerCapacity {
    double any = std::numeric_limits<double>::infinity();
    double in_each = std::numeric_limits<double>::infinity(); // if each stage of the pipeline rank has at least one

    // Narrows the capacity by one moment. `bytes`: available bytes; eachOf(i): bytes of a layer of stage i.
    template <typename EachOf>
    void narrow(std::size_t stages, double bytes, const EachOf& eachOf)
    {
        double least = std::numeric_limits<double>::infinity();
        double one_each = 0;
        for (std::size_t i = 0; i < stages; ++i) {
            const double each = eachOf(i);
            least = std::min(least, each);
            one_each += each;
        }
        any = std::min(any, layersIn(bytes, least));
        const auto count = static_cast<double>(stages);
        in_each = std::min(in_each, one_each > bytes ? 0 : count + layersIn(bytes - one_each, least));
    }
};

LayerCapacity capacityAt(const PipelineRankOccupancy& pipeline_rank, const PeakBounds::LayerLowerBound& layer,
                         double bytes)
{
    LayerCapacity capacity;
    for (const PipelineRankMoment& moment : pipeline_rank.moments) {
        capacity.narrow(pipeline_rank.stages.size(), bytes,
                        [&](std::size_t i) { return shareAt(moment, i).of(layer); });
    }
    return capacity;
}

}

bool ScheduleBounds::exceeds(int pipeline_ranks, Bytes limit) const
{
    const double most = static_cast<double>(limit.value) / boundRounding;
    if (allExceed(pipeline_ranks, limit)) {
        return true;
    }
    const bool too_many =
        m_table.severalStages() ? pipelineRanksExceed(pipeline_ranks, most) : stagesExceed(pipeline_ranks, most);
    return too_many || (!m_stop.stop_requested() && least(pipeline_ranks) > limit);
}

bool ScheduleBounds::allExceed(int pipeline_ranks, Bytes limit) const
{
    const double most = static_cast<double>(limit.value) / boundRounding;
    // With two pipelines, at least half of the layers at the pipeline ranks hold a micro-batch of one or the other.
    const bool each_has_one = static_cast<double>(m_table.shape(pipeline_ranks).micro_batches) >= pipelines();
    const double share = each_has_one ? 1 / pipelines() : 0;
    const auto& kinds = m_layers.kinds();
    return std::any_of(kinds.begin(), kinds.end(), [&](const PeakBounds::Kind& kind) {
        return pipeline_ranks * layersIn(most, kind.lower_bound.state + kind.lower_bound.held * share)
            < kind.count * pipelines();
    });
}

double ScheduleBounds::pipelines() const
{
    return rulesOf(m_table.schedule()).pipelines;
}

bool ScheduleBounds::stagesExceed(int pipeline_ranks, double most) const
{
    std::vector<double> in_flight;
    for (int pipeline_rank = 0; pipeline_rank < pipeline_ranks; ++pipeline_rank) {
        in_flight.push_back(static_cast<double>(m_table.inFlight(pipeline_rank, pipeline_ranks)));
    }
    const auto& kinds = m_layers.kinds();
    return std::any_of(kinds.begin(), kinds.end(), [&](const PeakBounds::Kind& kind) {
        double capacity = 0;
        for (int pipeline_rank = 0; pipeline_rank < pipeline_ranks && capacity < kind.count; ++pipeline_rank) {
            capacity += layersIn(most,
                                 kind.lower_bound.state
                                     + in_flight[static_cast<std::size_t>(pipeline_rank)] * kind.lower_bound.held);
        }
        return capacity < kind.count;
    });
}

bool ScheduleBounds::pipelineRanksExceed(int pipeline_ranks, double most) const
{
    const ScheduleRules& rules = m_table.rules();
    if (rules.filled != nullptr) { // one moment per pipeline rank may suffice, without examining the order
        const PipelineShape shape = m_table.shape(pipeline_ranks);
        const auto stages = static_cast<std::size_t>(shape.stages / pipeline_ranks * rules.pipelines);
        const bool too_many =
            capacitiesExceed(pipeline_ranks, [&](int pipeline_rank, const PeakBounds::LayerLowerBound& layer) {
                LayerCapacity capacity;
                capacity.narrow(stages, most, [&](std::size_t i) {
                    const auto held = static_cast<double>(rules.filled(shape, pipeline_rank, static_cast<int>(i)));
                    return layer.state + held * layer.held;
                });
                return capacity;
            });
        if (too_many) {
            return true;
        }
    }
    if (m_stop.stop_requested()) {
        return false;
    }
    const DepthOccupancy& depth = m_table.at(pipeline_ranks);
    return capacitiesExceed(pipeline_ranks, [&](int pipeline_rank, const PeakBounds::LayerLowerBound& layer) {
        return capacityAt(depth.pipeline_ranks[static_cast<std::size_t>(pipeline_rank)], layer, most);
    });
}

template <typename CapacityOf>
bool ScheduleBounds::capacitiesExceed(int pipeline_ranks, const CapacityOf& capacityOf) const
{
    const double copies = pipelines(); // pipeline ranks with a copy of each stage
    double layers = 0;
    for (const PeakBounds::Kind& kind : m_layers.kinds()) {
        layers += kind.count;
    }
    const auto& kinds = m_layers.kinds();
    return std::any_of(kinds.begin(), kinds.end(), [&](const PeakBounds::Kind& kind) {
        if (m_stop.stop_requested()) {
            return false;
        }
        double capacity = 0;
        std::vector<double> more;
        more.reserve(static_cast<std::size_t>(pipeline_ranks));
        for (int pipeline_rank = 0; pipeline_rank < pipeline_ranks; ++pipeline_rank) {
            const LayerCapacity here = capacityOf(pipeline_rank, kind.lower_bound);
            capacity += here.in_each;
            more.push_back(here.any - here.in_each);
        }
        // Stages without a layer of the kind have a layer of another kind.
        const double others = std::min((layers - kind.count) * copies, static_cast<double>(pipeline_ranks));
        const auto end = more.begin() + static_cast<std::ptrdiff_t>(others);
        std::partial_sort(more.begin(), end, more.end(), std::greater<>());
        capacity = std::accumulate(more.begin(), end, capacity);
        return capacity < kind.count * copies;
    });
}

Bytes ScheduleBounds::least(int pipeline_ranks, Bytes limit) const
{
    Bytes bound = std::min(least(pipeline_ranks), limit);
    for (int round = 0; round < 30 && bound < limit && !m_stop.stop_requested(); ++round) {
        const Bytes middle((bound.value / 2) + (limit.value / 2));
        if (middle <= bound || middle >= limit) {
            break;
        }
        (exceeds(pipeline_ranks, middle) ? bound : limit) = middle;
    }
    return bound;
}

}
