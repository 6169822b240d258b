// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulation/pipelineengine.h"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

// Operations of pipeline ranks with swapped or sharded layers: layer by layer, with their copies and gathers.
namespace stagecraft {

namespace {

constexpr Seconds rounding(1e-12);

}

void PipelineEngine::joinHosts()
{
    std::map<int, std::map<int, const std::vector<LayerTimes>*>> pipeline_ranks; // pipeline ranks that swap
    const auto swaps = [](const Node& node) {
        return std::any_of(node.times->layers.begin(), node.times->layers.end(),
                           [](const LayerTimes& layer) { return layer.window.has_value(); });
    };
    for (const Node& node : m_nodes) {
        if (swaps(node)) {
            pipeline_ranks[node.pipeline_rank];
        }
    }
    for (std::size_t s = 0; s < m_nodes.size() && !pipeline_ranks.empty(); ++s) {
        if (const auto pipeline_rank = pipeline_ranks.find(m_nodes[s].pipeline_rank);
            pipeline_rank != pipeline_ranks.end()) {
            pipeline_rank->second[static_cast<int>(s)] = &m_nodes[s].times->layers;
        }
    }
    for (auto& [pipeline_rank, stages] : pipeline_ranks) {
        m_pipeline_ranks[at(pipeline_rank)].swaps =
            std::make_unique<SwapCopies>(m_run.order.pipeline_ranks[at(pipeline_rank)], std::move(stages));
    }
}

// Runs one layer's pass, with recomputation before it and exposed communication after it.
PipelineEngine::Event PipelineEngine::layerPass(const Operation& operation, const LayerTimes& layer, Event now)
{
    const auto run = [&](SpanKind kind, Seconds time) {
        now = time > Seconds(0) ? pass(kind, operation, now, time) : now;
    };
    switch (operation.kind) {
    case OperationKind::Forward:
        run(SpanKind::Forward, layer.forward);
        run(SpanKind::LayerCollective, layer.forward_waiting);
        break;
    case OperationKind::Backward:
        run(SpanKind::Recompute, layer.recompute);
        run(SpanKind::Backward, layer.backward - layer.recompute);
        run(SpanKind::LayerCollective, layer.backward_waiting);
        break;
    case OperationKind::InputGradient:
        run(SpanKind::Recompute, layer.recompute);
        run(SpanKind::InputGradient, layer.backward - layer.recompute - layer.weight_gradient);
        run(SpanKind::LayerCollective, layer.backward_waiting);
        break;
    case OperationKind::WeightGradient:
        run(SpanKind::WeightGradient, layer.weight_gradient);
        break;
    case OperationKind::Update:
        break;
    }
    return now;
}

// Runs work on a resource of a pipeline rank as soon as it is free.
PipelineEngine::Event PipelineEngine::transfer(SpanKind kind, Lane lane, Event& free, const Node& node,
                                               std::int64_t micro_batch, Event asked, Seconds time)
{
    if (time <= Seconds(0)) {
        return asked;
    }
    const Event begin = free.time > asked.time ? free : asked;
    const double end = begin.time + time.value;
    free = {end, record(kind, lane, node, micro_batch, begin.time, end, begin.span)};
    return free;
}

// Brings a layer's parameters: from the host, then from the replicas that have the other shards.
PipelineEngine::Event PipelineEngine::bring(const Operation& operation, const LayerTimes& layer, Event asked)
{
    const Node& node = m_nodes[at(operation.stage)];
    PipelineRank& pipeline_rank = m_pipeline_ranks[at(node.pipeline_rank)];
    const Event fetched = transfer(SpanKind::Fetch, Lane::FromHost, pipeline_rank.copies.in, node,
                                   operation.micro_batch, asked, layer.fetch);
    return transfer(SpanKind::Gather, Lane::Collective, pipeline_rank.collective, node, operation.micro_batch, fetched,
                    layer.gather);
}

PipelineEngine::Event PipelineEngine::layerPasses(int index, std::size_t operation_at, Event now)
{
    PipelineRank& pipeline_rank = m_pipeline_ranks[at(index)];
    const Operation& operation = m_run.order.pipeline_ranks[at(index)][operation_at];
    Node& node = m_nodes[at(operation.stage)];
    const StageTimes& times = *node.times;
    const int count = static_cast<int>(times.layers.size());
    const auto layerAt = [&](int pass) -> const LayerTimes& {
        return times.layers[at(layerOfPass(operation.kind, pass, count))];
    };
    const auto wait = [&](const Event& ready) {
        pipeline_rank.stalled += std::max(0.0, ready.time - now.time);
        now = ready.time > now.time ? ready : now;
    };
    const auto copied = [&](bool out, const SwapEvent& event, double start, double end, std::int32_t after) {
        return record(out ? SpanKind::SwapOut : SpanKind::SwapIn, out ? Lane::ToHost : Lane::FromHost,
                      m_nodes[at(event.stage)], event.micro_batch, start, end, after);
    };
    const auto applySwaps = [&](int pass) {
        if (pipeline_rank.swaps) {
            wait(pipeline_rank.swaps->before(operation_at, operation, pass, now, pipeline_rank.copies, copied));
        }
    };
    const bool forward = operation.kind == OperationKind::Forward;
    const bool gathers = operation.kind != OperationKind::WeightGradient;
    const bool scatters = operation.kind == OperationKind::Backward || !gathers;
    // Time outside of the layers: compression of boundaries.
    Seconds rest = forward ? times.forward : gathers ? times.backward : times.weight_gradient;
    Event gathered = gathers ? bring(operation, layerAt(0), now) : now;
    Event scattered = now;
    if (scatters && !times.host_updates.empty()) {
        node.layer_ends.resize(at(count));
    }
    for (int i = 0; i < count; ++i) {
        applySwaps(i);
        wait(gathered);
        if (gathers && i + 1 < count) {
            gathered = bring(operation, layerAt(i + 1), now);
        }
        const LayerTimes& layer = layerAt(i);
        now = layerPass(operation, layer, now);
        if (scatters) {
            const Event sent = transfer(SpanKind::Scatter, Lane::Collective, pipeline_rank.collective, node,
                                        operation.micro_batch, now, layer.scatter);
            scattered = sent.time > scattered.time ? sent : scattered;
            if (!times.host_updates.empty()) {
                node.layer_ends[at(i)] = sent;
            }
        }
        rest -= forward ? layer.forward + layer.forward_waiting
            : gathers   ? layer.backward + layer.backward_waiting
                        : layer.weight_gradient;
    }
    applySwaps(count);
    wait(scattered);
    if (rest > rounding) {
        now = pass(forward ? SpanKind::Forward : SpanKind::Backward, operation, now, rest);
        for (Event& end : node.layer_ends) { // gradients are decoded before the layers and encoded after them
            end.time += scatters ? rest.value : 0;
        }
    }
    return now;
}

}
