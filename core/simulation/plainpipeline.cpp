// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulation/plainpipeline.h"

#include <algorithm>
#include <utility>

namespace stagecraft {

bool PlainPipeline::canRun(ScheduleKind schedule, const std::vector<StageTimes>& stages)
{
    const ScheduleRules& rules = rulesOf(schedule);
    return rules.flushes && !rules.splits_backward && !rules.local_losses && rules.pipelines == 1
        && rules.stages_per_place == 1 && std::all_of(stages.begin(), stages.end(), [](const StageTimes& times) {
               return times.layers.empty() && times.host_updates.empty() && times.buckets.empty();
           });
}

PlainPipeline::PlainPipeline(const OperationOrder& order, const std::vector<StageTimes>& stages,
                             std::optional<Seconds> tied_exchange)
    : m_order(order)
    , m_stages(stages)
    , m_tied_exchange(stages.size() > 1 ? tied_exchange : std::nullopt)
    , m_reduces(m_tied_exchange
                || std::any_of(stages.begin(), stages.end(),
                               [](const StageTimes& times) { return times.reduction > Seconds(0); }))
    , m_places(stages.size())
    , m_inputs(stages.size() * static_cast<std::size_t>(order.micro_batches), -1.0)
    , m_gradients(m_inputs)
{
    for (std::size_t s = 0; s < stages.size(); ++s) {
        const StageTimes& times = stages[s];
        Place& place = m_places[s];
        place.forward = (times.forward - times.forward_waiting).value;
        place.forward_waiting = times.forward_waiting.value;
        place.recompute = times.recompute.value;
        place.backward = (times.backward - times.recompute - times.backward_waiting).value;
        place.backward_waiting = times.backward_waiting.value;
    }
    std::fill_n(arrivals(m_inputs, 0), order.micro_batches, 0.0);
    std::fill_n(arrivals(m_gradients, order.placeCount() - 1), order.micro_batches, 0.0);
}

double* PlainPipeline::arrivals(std::vector<double>& of, int place) const
{
    return of.data() + place * m_order.micro_batches;
}

void PlainPipeline::run()
{
    for (int p = m_order.placeCount() - 1; p >= 0; --p) {
        wake(p);
    }
    while (!m_awake.empty()) {
        const int place = m_awake.back();
        m_awake.pop_back();
        m_places[static_cast<std::size_t>(place)].woken = false;
        while (advance(place)) {}
    }
}

void PlainPipeline::wake(int place)
{
    if (!std::exchange(m_places[static_cast<std::size_t>(place)].woken, true)) {
        m_awake.push_back(place);
    }
}

bool PlainPipeline::advance(int index)
{
    Place& place = m_places[static_cast<std::size_t>(index)];
    const auto& operations = m_order.places[static_cast<std::size_t>(index)];
    if (place.next == operations.size()) {
        return false;
    }
    const Operation& operation = operations[place.next];
    if (operation.kind == OperationKind::Update) {
        if (m_tied_exchange && m_exchanging > 0 && (index == 0 || index + 1 == m_order.placeCount())) {
            return false;
        }
        ++place.next;
        place.clock =
            std::max(place.clock, place.gradients) + m_stages[static_cast<std::size_t>(index)].optimizer.value;
        place.end = std::max(place.end, place.clock);
        return true;
    }
    const bool forwards = operation.kind == OperationKind::Forward;
    const double arrived = arrivals(forwards ? m_inputs : m_gradients, index)[operation.micro_batch];
    if (arrived < 0) {
        return false;
    }
    ++place.next;
    const double begin = std::max(arrived, place.clock);
    if (forwards) {
        forward(index, operation, begin);
    } else {
        backward(index, operation, begin);
    }
    return true;
}

void PlainPipeline::count(Place& place, double begin, double end) const
{
    place.clock = end;
    place.end = std::max(place.end, end);
    place.busy += end - begin;
    place.first_start = place.first_start < 0 ? begin : place.first_start;
    place.last_pass = end;
}

void PlainPipeline::forward(int index, const Operation& operation, double begin)
{
    Place& place = m_places[static_cast<std::size_t>(index)];
    count(place, begin, begin + place.forward + place.forward_waiting);
    if (index + 1 < m_order.placeCount()) {
        const StageTimes& way = m_stages[static_cast<std::size_t>(index)];
        place.down = std::max(place.down, place.clock) + way.transfer.value;
        arrivals(m_inputs, index + 1)[operation.micro_batch] = place.down + way.latency.value;
        wake(index + 1);
    }
}

void PlainPipeline::backward(int index, const Operation& operation, double begin)
{
    Place& place = m_places[static_cast<std::size_t>(index)];
    count(place, begin, begin + place.recompute + place.backward + place.backward_waiting);
    if (index > 0) {
        const StageTimes& way = m_stages[static_cast<std::size_t>(index) - 1];
        place.up = std::max(place.up, place.clock) + way.transfer.value;
        arrivals(m_gradients, index - 1)[operation.micro_batch] = place.up + way.latency.value;
        wake(index - 1);
    }
    if (++place.backwards == m_order.micro_batches && m_reduces) {
        reduce(index);
    }
}

void PlainPipeline::reduce(int index)
{
    Place& place = m_places[static_cast<std::size_t>(index)];
    const double reduction = m_stages[static_cast<std::size_t>(index)].reduction.value;
    place.gradients = place.clock + std::max(0.0, reduction);
    place.collective = reduction > 0 ? place.gradients : 0;
    place.end = std::max(place.end, place.gradients);
    if (m_tied_exchange && (index == 0 || index + 1 == m_order.placeCount()) && --m_exchanging == 0) {
        exchange();
    }
}

// The ends of the chain, once both have their gradients and take part in no other collective.
void PlainPipeline::exchange()
{
    const int last = m_order.placeCount() - 1;
    const double ready = std::max(at(0).gradients, at(last).gradients);
    const double free = std::max(at(0).collective, at(last).collective);
    const double begin = *m_tied_exchange > Seconds(0) ? std::max(ready, free) : ready;
    for (const int index : {0, last}) {
        Place& place = m_places[static_cast<std::size_t>(index)];
        place.gradients = begin + m_tied_exchange->value;
        place.end = std::max(place.end, place.gradients);
        wake(index);
    }
}

}
