// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/familybounds.h"

#include "core/schedule/schedule.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stagecraft {

namespace {

// Sums are of doubles here: as much may be lost in them.
constexpr double boundRounding = 1 - 1e-9;

}

PeakBounds::PeakBounds(const ChainCosts& costs, const Replication& replication, ScheduleKind schedule,
                       std::int64_t micro_batches, int deepest)
    : m_micro_batches(micro_batches), m_in_flight {0}, m_weights {0}
{
    if (costs.closedForm()) {
        for (const TableRow& row : costs.table) {
            const double state = static_cast<double>(row.state.value);
            const double saved = static_cast<double>(row.saved.value);
            add({state, 0, saved}, state + saved + static_cast<double>(row.transient.value));
        }
    } else {
        bool tied = false; // by a layer before: what is shared may lie there
        for (const LayerCost& layer : costs.layers) {
            const Bytes parameters = layer.memory.parameters - (tied ? layer.shared_parameters : Bytes(0));
            const Bytes gradients = layer.memory.gradients - (tied ? layer.shared_gradients : Bytes(0));
            tied = tied || layer.shared_parameters > Bytes(0);
            addMeasured(costs, replication, layer.memory, parameters, gradients);
        }
    }
    for (int places = 1; places <= deepest; ++places) { // the stage that comes in first
        m_in_flight.push_back(inFlight(schedule, 0, places, micro_batches));
        m_weights.push_back(m_weights.back() + 1 / std::max(1.0, bytesAt(m_all, m_in_flight.back())));
    }
}

void PeakBounds::addMeasured(const ChainCosts& costs, const Replication& replication, const LayerMemory& memory,
                             Bytes parameters, Bytes gradients)
{
    const LayerShare share = shareOf(replication, costs.precision, parameters, gradients);
    const Bytes optimizer = replication.offload == StateOffload::None
        ? optimizerShare(replication, costs.optimizer, costs.precision, share.divided)
        : Bytes(0);
    // Parts of replicas are rounded up for whole stages, not for layers.
    const double rounded_up = replication.divided() > 0 ? 4096 : 0;
    const Bytes fixed = share.parameters + memory.buffers + share.buffers + share.copies;
    const double state =
        std::max(0.0, static_cast<double>(fixed.value) + static_cast<double>(optimizer.value) - rounded_up);
    const Bytes backward = std::min(std::min(memory.backward_peak, memory.owned_backward_peak),
                                    std::min(memory.accumulate_peak, memory.owned_accumulate_peak));
    add({state, static_cast<double>(share.gradients.value), static_cast<double>(memory.saved.value)},
        state + static_cast<double>((memory.saved + std::max(Bytes(0), backward)).value));
}

void PeakBounds::add(const Floor& floor, double alone)
{
    m_largest = std::max(m_largest, alone);
    m_all.state += floor.state;
    m_all.gradients += floor.gradients;
    m_all.saved += floor.saved;
    const auto same =
        std::find_if(m_kinds.begin(), m_kinds.end(), [&](const Kind& kind) { return kind.floor == floor; });
    if (same != m_kinds.end()) {
        ++same->count;
    } else {
        m_kinds.push_back({floor, 1});
    }
}

double PeakBounds::bytesAt(const Floor& floor, std::int64_t in_flight) const
{
    return floor.state + (in_flight < m_micro_batches ? floor.gradients : 0)
        + static_cast<double>(in_flight) * floor.saved;
}

Bytes PeakBounds::least(int places) const
{
    // A layer's share of a stage is a ratio of two linear functions of the number in flight: least at an end, of those
    // with gradients and of those without.
    std::vector<std::int64_t> ends {m_in_flight[1], m_in_flight[static_cast<std::size_t>(places)]};
    const auto full = std::lower_bound(m_in_flight.begin() + 1, m_in_flight.begin() + places + 1, m_micro_batches);
    if (full != m_in_flight.begin() + 1) {
        ends.push_back(*(full - 1));
    }
    double sum = 0;
    for (const Kind& kind : m_kinds) {
        double share = 1;
        for (const std::int64_t in_flight : ends) {
            share = std::min(share, bytesAt(kind.floor, in_flight) / std::max(1.0, bytesAt(m_all, in_flight)));
        }
        sum += kind.count * share;
    }
    // Sums may be of more layers than a number of bytes has room for.
    const double mean = sum / m_weights[static_cast<std::size_t>(places)];
    return Bytes(static_cast<std::int64_t>(std::min(std::max(mean, m_largest) * boundRounding, 4e18)));
}

StepBounds::StepBounds(const ChainCosts& costs)
{
    for (const LayerCost& layer : costs.layers) {
        const double passes =
            (layer.forward.median + layer.forward_waiting + layer.backward.median + layer.backward_waiting).value;
        m_work += passes;
        m_longest = std::max(m_longest, passes);
        m_parameters += layer.memory.parameters;
        m_gradients += layer.memory.gradients;
    }
}

// Several messages take no less than one of all their bytes.
Seconds StepBounds::exchangeOf(int zero, const RankGroup& replicas) const
{
    const Seconds gathers = zero == 3 ? allGather(m_parameters, replicas) * 2.0 : Seconds(0);
    return zero >= 2 ? gathers + reduceScatter(m_gradients, replicas) : Seconds(0);
}

Seconds StepBounds::least(int places, std::int64_t micro_batches, Seconds exchange) const
{
    const auto m = static_cast<double>(micro_batches);
    const double shared = m_work / (1 - std::pow(1 - 1 / m, places));
    return Seconds(std::max({shared, m * m_longest, m * exchange.value / places}) * boundRounding);
}

}
