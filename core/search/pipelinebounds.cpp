// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/pipelinebounds.h"

#include "core/memory/crossings.h"
#include "core/schedule/schedule.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <tuple>

namespace stagecraft {

namespace {

std::tuple<std::array<Bytes, 7>, bool> fieldsOf(const IdenticalLayers& l)
{
    return {{l.state, l.parameters, l.gradients, l.buffers, l.held, l.experts, l.backward}, l.low};
}

IdenticalLayers rowAt(const ChainCosts& costs, int layer)
{
    const auto at = static_cast<std::size_t>(layer);
    const TableRow& row = costs.table[at];
    const Bytes input = layer > 0 && row.keeps_input ? costs.table[at - 1].output : Bytes(0);
    return {row.state, {}, {}, {}, row.saved + input, {}, std::max(Bytes(0), row.transient)};
}

// Bytes of an input that its consumer holds. The chain's own input is held throughout. An input in the producer's
// autograd graph is part of that layer's saved activations, unless a stage ends between the two.
Bytes heldInput(const ChainCosts& costs, int layer)
{
    const auto at = static_cast<std::size_t>(layer);
    if (layer == 0) {
        return sampleBytes(costs, {0, 1});
    }
    const bool held = costs.layers[at].memory.keeps_input && !costs.layers[at - 1].memory.keeps_output;
    return held ? costs.layers[at - 1].memory.output : Bytes(0);
}

IdenticalLayers layerAt(const ChainCosts& costs, int index, bool plain, bool tied)
{
    const LayerCost& layer = costs.layers[static_cast<std::size_t>(index)];
    const LayerMemory& memory = layer.memory;
    const Bytes backward = std::min(std::min(memory.backward_peak, memory.owned_backward_peak),
                                    std::min(memory.accumulate_peak, memory.owned_accumulate_peak));
    return {{},
            memory.parameters - (tied ? layer.shared_parameters : Bytes(0)),
            memory.gradients - (tied ? layer.shared_gradients : Bytes(0)),
            memory.buffers,
            memory.saved + (plain ? heldInput(costs, index) : Bytes(0)),
            layer.experts.gradients,
            std::max(Bytes(0), backward),
            layer.divided_low};
}

}

std::vector<IdenticalLayers> identicalLayers(const ChainCosts& costs)
{
    std::vector<IdenticalLayers> kinds;
    std::map<std::tuple<std::array<Bytes, 7>, bool>, std::size_t> known; // index in `kinds` by these fields
    const bool plain = isPlain(costs);
    bool tied = false; // shares parameters with an earlier layer, which may be in the same stage
    for (int l = 0; l < costs.size(); ++l) {
        const IdenticalLayers layer = costs.closedForm() ? rowAt(costs, l) : layerAt(costs, l, plain, tied);
        tied = tied || costs.layers[static_cast<std::size_t>(l)].shared_parameters > Bytes(0);
        const auto [at, is_new] = known.try_emplace(fieldsOf(layer), kinds.size());
        if (is_new) {
            kinds.push_back(layer);
        } else {
            ++kinds[at->second].count;
        }
    }
    return kinds;
}

PeakBounds::PeakBounds(const ChainCosts& costs, const std::vector<IdenticalLayers>& layers,
                       const Replication& replication, ScheduleKind schedule, std::int64_t micro_batches, int deepest)
    : m_micro_batches(micro_batches), m_in_flight {0}, m_weights {0}
{
    for (const IdenticalLayers& identical : layers) {
        const Kind& kind = m_kinds.emplace_back(kindOf(costs, replication, identical));
        m_largest = std::max(m_largest, kind.lower_bound.state + kind.lower_bound.held + kind.backward);
        m_least_backward = m_kinds.size() == 1 ? kind.backward : std::min(m_least_backward, kind.backward);
        m_all.state += kind.count * kind.lower_bound.state;
        m_all.gradients += kind.count * kind.lower_bound.gradients;
        m_all.held += kind.count * kind.lower_bound.held;
    }
    for (int pipeline_ranks = 1; pipeline_ranks <= deepest && m_in_flight.back() < micro_batches; ++pipeline_ranks) {
        // For the first of `pipeline_ranks` stages.
        m_in_flight.push_back(inFlight(schedule, 0, pipeline_ranks, micro_batches));
        m_weights.push_back(m_weights.back() + 1 / std::max(1.0, bytesAt(m_all, m_in_flight.back())));
    }
    sumUp();
}

PeakBounds::Kind PeakBounds::kindOf(const ChainCosts& costs, const Replication& replication,
                                    const IdenticalLayers& layers) const
{
    const LayerShare share = shareOf(replication, costs.precision, layers.parameters, layers.gradients,
                                     {.gradients = layers.experts}, {}, layers.low);
    const Bytes optimizer = replication.offload == StateOffload::None
        ? optimizerShare(replication, costs.optimizer, costs.precision, share.divided, share.experts)
        : Bytes(0);
    // Replica shards are rounded up per stage, not per layer.
    const double rounded_up = replication.divided() > 0 ? 4096 : 0;
    const Bytes fixed = layers.state + share.parameters + layers.buffers + share.buffers + share.copies;
    const double state =
        std::max(0.0, static_cast<double>(fixed.value) + static_cast<double>(optimizer.value) - rounded_up);
    return {{state, static_cast<double>(share.gradients.value), static_cast<double>(layers.held.value)},
            static_cast<double>(layers.backward.value),
            static_cast<double>(layers.count)};
}

double PeakBounds::bytesAt(const LayerLowerBound& lower_bound, std::int64_t in_flight) const
{
    return lower_bound.state + (in_flight < m_micro_batches ? lower_bound.gradients : 0)
        + static_cast<double>(in_flight) * lower_bound.held;
}

std::int64_t PeakBounds::inFlightAt(int from_end) const
{
    return m_in_flight[std::min(static_cast<std::size_t>(from_end), m_in_flight.size() - 1)];
}

double PeakBounds::weightsOf(int pipeline_ranks) const
{
    const std::size_t known = std::min(static_cast<std::size_t>(pipeline_ranks), m_weights.size() - 1);
    const double last = m_weights[known] - m_weights[known - 1];
    return m_weights[known] + static_cast<double>(static_cast<std::size_t>(pipeline_ranks) - known) * last;
}

// The share of a layer in a stage is a ratio of two linear functions of the micro-batches in flight, as long as there
// are gradients: it grows or falls with their number, and is least at one end of the range.
void PeakBounds::sumUp()
{
    const std::int64_t first = m_in_flight.size() > 1 ? m_in_flight[1] : 1;
    LayerLowerBound growing;
    LayerLowerBound falling;
    for (const Kind& kind : m_kinds) {
        const LayerLowerBound& own = kind.lower_bound;
        const bool grows = own.held * (m_all.state + m_all.gradients) > (own.state + own.gradients) * m_all.held;
        LayerLowerBound& sum = grows ? growing : falling;
        sum.state += kind.count * own.state;
        sum.gradients += kind.count * own.gradients;
        sum.held += kind.count * own.held;
        m_enough = std::max(m_enough, kind.count * bytesAt(own, first) + kind.backward);
    }
    m_shares = {0};
    for (std::size_t pipeline_ranks = 1; pipeline_ranks < m_in_flight.size(); ++pipeline_ranks) {
        const std::int64_t last = m_in_flight[pipeline_ranks];
        m_shares.push_back(last < m_micro_batches ? bytesAt(growing, first) / std::max(1.0, bytesAt(m_all, first))
                                   + bytesAt(falling, last) / std::max(1.0, bytesAt(m_all, last))
                                                  : leastShares(pipeline_ranks));
    }
}

// Same layer by layer, for stages with all micro-batches in flight and no gradients.
double PeakBounds::leastShares(std::size_t pipeline_ranks) const
{
    std::vector<std::int64_t> ends {m_in_flight[1], m_in_flight[pipeline_ranks]};
    const auto last = m_in_flight.begin() + static_cast<std::ptrdiff_t>(pipeline_ranks);
    const auto full = std::lower_bound(m_in_flight.begin() + 1, last + 1, m_micro_batches);
    if (full != m_in_flight.begin() + 1) {
        ends.push_back(*(full - 1));
    }
    double sum = 0;
    for (const Kind& kind : m_kinds) {
        double share = 1;
        for (const std::int64_t in_flight : ends) {
            share = std::min(share, bytesAt(kind.lower_bound, in_flight) / std::max(1.0, bytesAt(m_all, in_flight)));
        }
        sum += kind.count * share;
    }
    return sum;
}

Bytes PeakBounds::least(int pipeline_ranks) const
{
    const std::size_t known = std::min(static_cast<std::size_t>(pipeline_ranks), m_shares.size() - 1);
    // Sums can exceed the range of Bytes.
    const double mean = m_shares[known] / weightsOf(pipeline_ranks) + m_least_backward;
    return Bytes(static_cast<std::int64_t>(std::min(std::max(mean, m_largest) * boundRounding, 4e18)));
}

bool PeakBounds::exceeds(int pipeline_ranks, Bytes limit) const
{
    const double most = static_cast<double>(limit.value) / boundRounding;
    if (most >= m_enough) {
        return false;
    }
    for (const Kind& kind : m_kinds) {
        const auto capacityAt = [&](std::int64_t in_flight) {
            const double each = bytesAt(kind.lower_bound, in_flight);
            const double capacity = std::max(0.0, most - kind.backward);
            return each > 0 ? std::floor(capacity / each) : kind.count;
        };
        double left = kind.count;
        const int known = std::min(pipeline_ranks, static_cast<int>(m_in_flight.size()) - 1);
        for (int k = 1; k <= known && left > 0; ++k) {
            left -= capacityAt(inFlightAt(k));
        }
        if (left > (pipeline_ranks - known) * capacityAt(inFlightAt(known))) {
            return true;
        }
    }
    return false;
}

StepBounds::StepBounds(const ChainCosts& costs)
{
    bool tied = false; // with an earlier layer, perhaps of the same stage: shared parameters are sent only once there
    for (const LayerCost& layer : costs.layers) {
        const double passes =
            (layer.forward.median + layer.forward_waiting + layer.backward.median + layer.backward_waiting).value;
        m_work += passes;
        m_longest = std::max(m_longest, passes);
        m_parameters += layer.memory.parameters;
        m_gradients += layer.memory.gradients - (tied ? layer.shared_gradients : Bytes(0));
        tied = tied || layer.shared_gradients > Bytes(0);
    }
}

// One message of all bytes is a lower bound of several messages.
Seconds StepBounds::exchangeOf(int zero, const RankGroup& replicas) const
{
    const Seconds gathers = zero == 3 ? allGather(m_parameters, replicas) * 2.0 : Seconds(0);
    return zero >= 2 ? gathers + reduceScatter(m_gradients, replicas) : Seconds(0);
}

Seconds StepBounds::least(int pipeline_ranks, std::int64_t micro_batches, Seconds exchange) const
{
    const auto m = static_cast<double>(micro_batches);
    const double shared = m_work / (1 - std::pow(1 - 1 / m, pipeline_ranks));
    return Seconds(std::max({shared, m * m_longest, m * exchange.value / pipeline_ranks}) * boundRounding);
}

}
