// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulation/plainpipeline.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace stagecraft {

namespace {

bool isChain(const OperationOrder& order)
{
    if (order.steps != 1 || order.pipelines != 1 || order.local_losses
        || std::ssize(order.stages) != order.placeCount()) {
        return false;
    }
    for (int s = 0; s < order.placeCount(); ++s) {
        const ScheduledStage& stage = order.stages[static_cast<std::size_t>(s)];
        const bool follows = s == 0 ? stage.before.empty() : stage.before == std::vector {s - 1};
        if (stage.place != s || stage.chain_stage != s || !follows) {
            return false;
        }
    }
    return true;
}

bool inWholePasses(const std::vector<Operation>& operations)
{
    return std::none_of(operations.begin(), operations.end(), [](const Operation& operation) {
        return operation.joined || operation.kind == OperationKind::InputGradient
            || operation.kind == OperationKind::WeightGradient;
    });
}

}

bool PlainPipeline::canRun(const PipelineRun& run)
{
    const auto& exchanges = run.exchanges;
    const std::vector<int> ends {0, run.order.placeCount() - 1};
    return std::none_of(run.times.begin(), run.times.end(),
                        [](const StageTimes& times) { return !times.layers.empty() || !times.host_updates.empty(); })
        && isChain(run.order) && (exchanges.empty() || (exchanges.size() == 1 && exchanges.front().stages == ends))
        && std::all_of(run.order.places.begin(), run.order.places.end(), inWholePasses);
}

PlainPipeline::PlainPipeline(const PipelineRun& run)
    : m_order(run.order)
    , m_stages(run.times)
    , m_exchange(run.exchanges.empty() ? nullptr : &run.exchanges.front())
    , m_reduces(m_exchange != nullptr
                || std::any_of(
                    m_stages.begin(), m_stages.end(),
                    [](const StageTimes& times) { return times.reduction > Seconds(0) || !times.buckets.empty(); }))
    , m_places(m_stages.size())
    , m_inputs(m_stages.size() * static_cast<std::size_t>(m_order.micro_batches), -1.0)
    , m_gradients(m_inputs)
{
    for (std::size_t s = 0; s < m_stages.size(); ++s) {
        const StageTimes& times = m_stages[s];
        Place& place = m_places[s];
        place.forward = (times.forward - times.forward_waiting).value;
        place.forward_waiting = times.forward_waiting.value;
        place.recompute = times.recompute.value;
        place.backward = (times.backward - times.recompute - times.backward_waiting).value;
        place.backward_waiting = times.backward_waiting.value;
    }
    std::fill_n(arrivals(m_inputs, 0), m_order.micro_batches, 0.0);
    std::fill_n(arrivals(m_gradients, m_order.placeCount() - 1), m_order.micro_batches, 0.0);
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
        if (exchanges(index) && m_exchanging > 0) {
            return false;
        }
        ++place.next;
        const StageTimes& times = m_stages[static_cast<std::size_t>(index)];
        place.clock = std::max(place.clock, place.gradients) + times.optimizer.value;
        if (times.parameters > Seconds(0)) {
            place.clock = std::max(place.clock, place.collective) + times.parameters.value;
        }
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
    const StageTimes& times = m_stages[static_cast<std::size_t>(index)];
    for (const GradientBucket& bucket : times.buckets) {
        place.collective = std::max(place.collective, place.clock - bucket.before_end.value) + bucket.time.value;
    }
    if (times.buckets.empty() && times.reduction > Seconds(0)) {
        place.collective = place.clock + times.reduction.value;
    }
    place.gradients = std::max(place.clock, place.collective);
    place.end = std::max(place.end, place.gradients);
    if (exchanges(index) && --m_exchanging == 0) {
        exchange();
    }
}

bool PlainPipeline::exchanges(int place) const
{
    return m_exchange != nullptr && (place == 0 || place + 1 == m_order.placeCount());
}

// The ends of the chain, once both have their gradients and take part in no other collective.
void PlainPipeline::exchange()
{
    const int last = m_order.placeCount() - 1;
    const double ready = std::max(at(0).gradients, at(last).gradients);
    const double free = std::max(at(0).collective, at(last).collective);
    const double begin = m_exchange->time > Seconds(0) ? std::max(ready, free) : ready;
    for (const int index : {0, last}) {
        Place& place = m_places[static_cast<std::size_t>(index)];
        place.gradients = begin + m_exchange->time.value;
        if (m_exchange->time > Seconds(0)) {
            place.collective = place.gradients;
        }
        place.end = std::max(place.end, place.gradients);
        wake(index);
    }
}

}
