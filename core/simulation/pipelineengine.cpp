// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulation/pipelineengine.h"

#include <algorithm>
#include <map>
#include <utility>

namespace stagecraft {

PipelineEngine::PipelineEngine(const PipelineRun& run, Timeline* timeline)
    : m_run(run)
    , m_timeline(timeline)
    , m_micro_batches(run.order.micro_batches)
    , m_pipeline_ranks(run.order.pipeline_ranks.size())
    , m_inputs(arrivals(true))
    , m_gradients(arrivals(false))
    , m_step_ends(at(run.order.steps), 0)
{
    joinStages();
    joinExchanges();
    markLastPasses();
    joinHosts();
    if (m_timeline != nullptr) {
        m_timeline->begins.assign(m_pipeline_ranks.size(), {});
        m_timeline->spans.clear();
        m_timeline->spans.reserve(2 * run.order.operationCount());
    }
}

// Returns the arrivals at the start: only those without senders, samples and the gradients of losses.
PipelineEngine::Arrivals PipelineEngine::arrivals(bool inputs) const
{
    const auto& stages = m_run.order.stages;
    const auto senders = [&](const ScheduledStage& stage) {
        return inputs ? stage.before.size() : m_run.order.local_losses ? 0 : stage.after.size();
    };
    Arrivals arrivals;
    arrivals.times.assign(stages.size() * at(m_micro_batches), -1);
    if (m_timeline != nullptr) {
        arrivals.spans.assign(arrivals.times.size(), -1);
    }
    if (std::any_of(stages.begin(), stages.end(), [&](const auto& stage) { return senders(stage) > 1; })) {
        arrivals.missing.resize(arrivals.times.size());
    }
    for (std::size_t s = 0; s < stages.size(); ++s) {
        const auto first = static_cast<std::ptrdiff_t>(slot(static_cast<int>(s), 0));
        if (senders(stages[s]) == 0) {
            std::fill_n(arrivals.times.begin() + first, m_micro_batches, 0.0);
        } else if (!arrivals.missing.empty()) {
            std::fill_n(arrivals.missing.begin() + first, m_micro_batches,
                        static_cast<std::uint8_t>(senders(stages[s])));
        }
    }
    return arrivals;
}

bool PipelineEngine::Arrivals::arrive(std::size_t slot, const Event& event)
{
    if (missing.empty()) {
        times[slot] = event.time;
        if (!spans.empty()) {
            spans[slot] = event.span;
        }
        return true;
    }
    // Negative numbers below -1 store the latest time until the last part arrives.
    const double latest = times[slot] < -1 ? -times[slot] - 2 : 0;
    if (!spans.empty() && (event.time >= latest || spans[slot] < 0)) {
        spans[slot] = event.span;
    }
    const double time = std::max(latest, event.time);
    const bool last = --missing[slot] == 0;
    times[slot] = last ? time : -time - 2;
    return last;
}

// All stages of two pipeline ranks share the link between them.
void PipelineEngine::joinStages()
{
    std::map<std::pair<int, int>, int> links;
    const auto linkOf = [&](int from, int to) {
        return from == to ? -1 : links.try_emplace({from, to}, static_cast<int>(links.size())).first->second;
    };
    const auto& stages = m_run.order.stages;
    for (std::size_t s = 0; s < stages.size(); ++s) {
        const ScheduledStage& stage = stages[s];
        Node node;
        node.pipeline_rank = stage.pipeline_rank;
        node.chain_stage = stage.chain_stage;
        node.times = &m_run.times[at(stage.chain_stage)];
        for (const int next : stage.after) {
            node.down.push_back({next, linkOf(stage.pipeline_rank, stages[at(next)].pipeline_rank)});
        }
        for (const int previous : stage.before) {
            node.up.push_back({previous, linkOf(stage.pipeline_rank, stages[at(previous)].pipeline_rank)});
        }
        m_nodes.push_back(std::move(node));
    }
    m_links.resize(links.size());
}

void PipelineEngine::joinExchanges()
{
    for (const GradientExchange& exchange : m_run.exchanges) {
        for (const int stage : exchange.stages) {
            m_nodes[at(stage)].exchange = static_cast<int>(m_exchanges.size());
        }
        m_exchanges.push_back({&exchange, exchange.stages.size(), {}, 0});
    }
}

// A stage's gradients can be reduced after its last pass before an update.
void PipelineEngine::markLastPasses()
{
    const bool reduces = std::any_of(m_run.times.begin(), m_run.times.end(), [](const StageTimes& times) {
        return times.reduction > Seconds(0) || !times.buckets.empty() || !times.host_updates.empty();
    });
    if (!reduces && m_exchanges.empty()) {
        return;
    }
    std::vector<bool> updated(m_nodes.size());
    for (const auto& operations : m_run.order.pipeline_ranks) {
        std::vector<std::uint8_t> completes(operations.size(), 0);
        for (std::size_t i = operations.size(); i-- > 0;) {
            const Operation& operation = operations[i];
            const bool last =
                operation.kind == OperationKind::Backward || operation.kind == OperationKind::WeightGradient;
            if (operation.kind == OperationKind::Update) {
                updated[at(operation.stage)] = true;
            } else if (last && updated[at(operation.stage)]) {
                completes[i] = 1;
                updated[at(operation.stage)] = false;
            }
        }
        m_completes.push_back(std::move(completes));
    }
}

bool PipelineEngine::completes(int pipeline_rank, std::size_t operation) const
{
    return !m_completes.empty() && m_completes[at(pipeline_rank)][operation] != 0;
}

void PipelineEngine::run()
{
    for (int p = m_run.order.pipelineRankCount() - 1; p >= 0; --p) {
        wake(p);
    }
    while (!m_awake.empty()) {
        const int pipeline_rank = m_awake.back();
        m_awake.pop_back();
        m_pipeline_ranks[at(pipeline_rank)].woken = false;
        while (advance(pipeline_rank)) {}
    }
}

void PipelineEngine::wake(int pipeline_rank)
{
    if (!std::exchange(m_pipeline_ranks[at(pipeline_rank)].woken, true)) {
        m_awake.push_back(pipeline_rank);
    }
}

double PipelineEngine::period() const
{
    const auto steps = static_cast<int>(m_step_ends.size());
    // The last steps are shorter, since no forward passes run during their backward passes.
    const int last = std::max(1, steps - 1 - m_run.order.draining_steps);
    const int first = std::max(0, last - measuredSteps);
    double period = (m_step_ends[at(last)] - m_step_ends[at(first)]) / (last - first);
    for (const PipelineRank& pipeline_rank : m_pipeline_ranks) {
        period = std::max(period, pipeline_rank.busy / steps);
    }
    return period;
}

bool PipelineEngine::ready(const Operation& operation, Event& from) const
{
    const std::size_t i = slot(operation.stage, operation.micro_batch);
    if (operation.kind == OperationKind::Forward) {
        from = m_inputs.event(i);
        return m_inputs.arrived(i);
    }
    if (isBackward(operation.kind)) {
        from = m_gradients.event(i);
        return m_gradients.arrived(i);
    }
    if (operation.kind == OperationKind::Update) {
        const Node& node = m_nodes[at(operation.stage)];
        from = node.gradients;
        return node.exchange < 0 || m_exchanges[at(node.exchange)].rounds > node.steps_done;
    }
    return true;
}

bool PipelineEngine::advance(int index)
{
    PipelineRank& pipeline_rank = m_pipeline_ranks[at(index)];
    const auto& operations = m_run.order.pipeline_ranks[at(index)];
    if (pipeline_rank.next == operations.size()) {
        return false;
    }
    const std::size_t first = pipeline_rank.next;
    const std::size_t count = operations[first].joined ? 2 : 1;
    Event from;
    for (std::size_t i = first; i < first + count; ++i) {
        Event own;
        if (!ready(operations[i], own)) {
            return false;
        }
        from = own.time > from.time ? own : from;
    }
    Event end = from.time > pipeline_rank.clock.time ? from : pipeline_rank.clock;
    for (std::size_t i = first; i < first + count; ++i) {
        ++pipeline_rank.next;
        end = compute(index, i, end);
    }
    for (std::size_t i = first; i < first + count; ++i) {
        finish(operations[i], end, completes(index, i));
    }
    return true;
}

// Runs one operation and returns its end.
PipelineEngine::Event PipelineEngine::compute(int index, std::size_t at, Event from)
{
    PipelineRank& pipeline_rank = m_pipeline_ranks[static_cast<std::size_t>(index)];
    const Operation& operation = m_run.order.pipeline_ranks[static_cast<std::size_t>(index)][at];
    const bool updates = operation.kind == OperationKind::Update;
    if (m_timeline != nullptr) {
        m_timeline->begins[static_cast<std::size_t>(index)].emplace_back(from.time);
    }
    const double stalled = pipeline_rank.stalled;
    const bool by_layer = !updates && !m_nodes[static_cast<std::size_t>(operation.stage)].times->layers.empty();
    Event now = by_layer ? layerPasses(index, at, from) : waitForRanks(operation, passes(operation, from));
    if (updates) {
        now = exchangeParameters(pipeline_rank, operation, now);
    }
    pipeline_rank.clock = now;
    pipeline_rank.end = std::max(pipeline_rank.end, now.time);
    // Updates without a flush run between the passes and are not idle time.
    pipeline_rank.busy +=
        !updates || m_run.order.steps > 1 ? now.time - from.time - (pipeline_rank.stalled - stalled) : 0;
    if (!updates) {
        pipeline_rank.first_start = pipeline_rank.first_start < 0 ? from.time : pipeline_rank.first_start;
        pipeline_rank.last_pass = now.time;
    }
    return now;
}

PipelineEngine::Event PipelineEngine::pass(SpanKind kind, const Operation& operation, Event from, Seconds time)
{
    const double end = from.time + time.value;
    if (m_timeline == nullptr) {
        return {end, -1};
    }
    const Node& node = m_nodes[at(operation.stage)];
    return {end, record(kind, Lane::Compute, node, operation.micro_batch, from.time, end, from.span)};
}

// Runs the passes of a whole stage.
PipelineEngine::Event PipelineEngine::passes(const Operation& operation, Event now)
{
    const StageTimes& times = *m_nodes[at(operation.stage)].times;
    switch (operation.kind) {
    case OperationKind::Forward:
        return pass(SpanKind::Forward, operation, now, times.forward - times.forward_waiting);
    case OperationKind::Backward:
    case OperationKind::InputGradient: {
        const bool whole = operation.kind == OperationKind::Backward;
        if (times.recompute > Seconds(0)) {
            now = pass(SpanKind::Recompute, operation, now, times.recompute);
        }
        return pass(whole ? SpanKind::Backward : SpanKind::InputGradient, operation, now,
                    times.backward - times.recompute - times.backward_waiting
                        - (whole ? Seconds(0) : times.weight_gradient));
    }
    case OperationKind::WeightGradient:
        return pass(SpanKind::WeightGradient, operation, now, times.weight_gradient);
    case OperationKind::Update:
        return pass(SpanKind::Update, operation, now, times.optimizer);
    }
    return now;
}

// Exchanges the updated parameters of replicas before the next operation.
PipelineEngine::Event PipelineEngine::exchangeParameters(PipelineRank& pipeline_rank, const Operation& operation,
                                                         Event updated)
{
    const Node& node = m_nodes[at(operation.stage)];
    if (node.times->parameters <= Seconds(0)) {
        return updated;
    }
    const Event end = transfer(SpanKind::ParameterExchange, Lane::Collective, pipeline_rank.collective, node,
                               operation.micro_batch, updated, node.times->parameters);
    pipeline_rank.stalled += end.time - updated.time;
    return end;
}

PipelineEngine::Event PipelineEngine::waitForRanks(const Operation& operation, Event now)
{
    const StageTimes& times = *m_nodes[at(operation.stage)].times;
    const Seconds waiting = operation.kind == OperationKind::Forward ? times.forward_waiting
        : isBackward(operation.kind)                                 ? times.backward_waiting
                                                                     : Seconds(0);
    return waiting > Seconds(0) ? pass(SpanKind::LayerCollective, operation, now, waiting) : now;
}

// Triggers the effects of an operation that has ended.
void PipelineEngine::finish(const Operation& operation, Event end, bool completes)
{
    Node& node = m_nodes[at(operation.stage)];
    if (operation.kind == OperationKind::Update) {
        ++node.steps_done;
        const auto of_step = std::max<std::int64_t>(1, m_micro_batches / m_run.order.steps);
        const auto step = std::min<std::int64_t>(operation.micro_batch / of_step, m_run.order.steps - 1);
        m_step_ends[at(step)] = std::max(m_step_ends[at(step)], end.time);
    } else if (operation.kind == OperationKind::Forward) {
        send(node, node.down, operation, end, true);
    } else if (isBackward(operation.kind) && !m_run.order.local_losses) {
        send(node, node.up, operation, end, false);
    }
    if (completes) {
        reduce(operation.stage, operation, end);
    }
}

void PipelineEngine::send(const Node& node, const std::vector<Edge>& edges, const Operation& operation, Event from,
                          bool down)
{
    for (const Edge& edge : edges) {
        const std::size_t i = slot(edge.stage, operation.micro_batch);
        // The boundary belongs to the stage nearer to the beginning.
        const StageTimes& times = down ? *node.times : *m_nodes[at(edge.stage)].times;
        Event arrival = from;
        if (edge.link >= 0) {
            Event& link = m_links[at(edge.link)];
            const Event begin = link.time > from.time ? link : from;
            const double busy = begin.time + times.transfer.value;
            arrival.time = busy + times.latency.value;
            if (times.transfer > Seconds(0) || times.latency > Seconds(0)) {
                arrival.span = record(down ? SpanKind::SendActivation : SpanKind::SendGradient,
                                      down ? Lane::SendDown : Lane::SendUp, node, operation.micro_batch, begin.time,
                                      arrival.time, begin.span);
            }
            link = {busy, arrival.span};
        }
        if ((down ? m_inputs : m_gradients).arrive(i, arrival)) {
            wake(m_nodes[at(edge.stage)].pipeline_rank);
        }
    }
}

// Returns the span, of those that led to `span` including itself, during which a result existed at `moment`.
std::int32_t PipelineEngine::during(std::int32_t span, double moment) const
{
    while (span >= 0 && m_timeline != nullptr) {
        const Span& own = m_timeline->spans[at(span)];
        if (own.start.value < moment || own.waited_for < 0) {
            break;
        }
        span = own.waited_for;
    }
    return span;
}

// Reduces the gradients of a step after its last pass on the stage.
void PipelineEngine::reduce(int stage, const Operation& operation, Event from)
{
    Node& node = m_nodes[at(stage)];
    PipelineRank& pipeline_rank = m_pipeline_ranks[at(node.pipeline_rank)];
    const StageTimes& times = *node.times;
    const auto run = [&](double ready, Seconds time) {
        const double begin = std::max(pipeline_rank.collective.time, ready);
        const std::int32_t after =
            pipeline_rank.collective.time > ready ? pipeline_rank.collective.span : during(from.span, ready);
        const double end = begin + time.value;
        pipeline_rank.collective = {
            end, record(SpanKind::Reduction, Lane::Collective, node, operation.micro_batch, begin, end, after)};
    };
    for (const GradientBucket& bucket : times.buckets) {
        run(from.time - bucket.before_end.value, bucket.time);
    }
    if (times.buckets.empty() && times.reduction > Seconds(0)) {
        run(from.time, times.reduction);
    }
    const bool sent = !times.buckets.empty() || times.reduction > Seconds(0);
    node.passed = from;
    node.gradients = sent && pipeline_rank.collective.time > from.time ? pipeline_rank.collective : from;
    pipeline_rank.end = std::max(pipeline_rank.end, node.gradients.time);
    if (node.exchange >= 0) {
        exchange(stage, operation);
    } else {
        updateOnHost(node, operation);
    }
}

// Runs layer by layer, as gradients become ready. If they are reduced or exchanged on the device first, all are later
// by the same time.
void PipelineEngine::updateOnHost(Node& node, const Operation& operation)
{
    PipelineRank& pipeline_rank = m_pipeline_ranks[at(node.pipeline_rank)];
    const double later = node.gradients.time - node.passed.time;
    const auto passedBy = [&](double moment) { return Event {moment, during(node.passed.span, moment)}; };
    const auto ready = [&](const HostUpdateStep& step) {
        Event there = node.layer_ends.empty() ? passedBy(node.passed.time - step.before_end.value)
                                              : node.layer_ends[at(step.layer)];
        return later > 0 ? Event {there.time + later, node.gradients.span} : there;
    };
    const auto run = [&](HostWork work, Event asked, Seconds time) {
        const auto on = [&](SpanKind kind, Lane lane, Event& free) {
            return transfer(kind, lane, free, node, operation.micro_batch, asked, time);
        };
        if (work == HostWork::Out && time <= Seconds(0)) { // not before earlier copies
            return pipeline_rank.copies.out.time > asked.time ? pipeline_rank.copies.out : asked;
        }
        const Event end = work == HostWork::Out ? on(SpanKind::GradientsOut, Lane::ToHost, pipeline_rank.copies.out)
            : work == HostWork::Exchange        ? on(SpanKind::Reduction, Lane::Collective, pipeline_rank.collective)
            : work == HostWork::Update          ? on(SpanKind::HostUpdate, Lane::Host, pipeline_rank.host)
                                                : on(SpanKind::ParametersIn, Lane::FromHost, pipeline_rank.copies.in);
        node.gradients = end.time > node.gradients.time ? end : node.gradients;
        return end;
    };
    playHostUpdate(node.times->host_updates, ready, run);
    pipeline_rank.end = std::max(pipeline_rank.end, node.gradients.time);
}

// Runs the exchange when the last stage that shares the weights is ready.
void PipelineEngine::exchange(int stage, const Operation& operation)
{
    Exchange& exchange = m_exchanges[at(m_nodes[at(stage)].exchange)];
    const Event& gradients = m_nodes[at(stage)].gradients;
    exchange.ready = gradients.time >= exchange.ready.time ? gradients : exchange.ready;
    if (--exchange.waiting > 0) {
        return;
    }
    // Collectives of a pipeline rank are serial.
    Event begin = exchange.ready;
    for (const int member : exchange.what->stages) {
        const Event& busy = m_pipeline_ranks[at(m_nodes[at(member)].pipeline_rank)].collective;
        begin = exchange.what->time > Seconds(0) && busy.time > begin.time ? busy : begin;
    }
    const double end = begin.time + exchange.what->time.value;
    for (const int member : exchange.what->stages) {
        Node& node = m_nodes[at(member)];
        Event& collective = m_pipeline_ranks[at(node.pipeline_rank)].collective;
        node.gradients = {end, begin.span};
        if (exchange.what->time > Seconds(0)) {
            // A pipeline rank takes part once, even with several of its stages.
            const bool reported = collective.time == end && collective.span > begin.span;
            node.gradients.span = reported ? collective.span
                                           : record(SpanKind::Exchange, Lane::Collective, node, operation.micro_batch,
                                                    begin.time, end, begin.span);
            collective = node.gradients;
        }
        updateOnHost(node, operation);
        wake(node.pipeline_rank);
    }
    exchange.waiting = exchange.what->stages.size();
    exchange.ready = {};
    ++exchange.rounds;
}

std::int32_t PipelineEngine::record(SpanKind kind, Lane lane, const Node& node, std::int64_t micro_batch, double start,
                                    double end, std::int32_t waited_for)
{
    if (m_timeline == nullptr) {
        return -1;
    }
    m_timeline->spans.push_back(
        {kind, lane, node.pipeline_rank, node.chain_stage, micro_batch, Seconds(start), Seconds(end), waited_for});
    return static_cast<std::int32_t>(m_timeline->spans.size() - 1);
}

}
