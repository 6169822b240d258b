// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/plantimeline.h"
#include "core/schedule/schedule.h"

#include <algorithm>

namespace stagecraft::testing {

// Simulates a pipeline: equal stages with forward 1 ms, backward 2 ms (half of it for weights) and messages of 0.2 ms
// with 0.1 ms of latency; a reduction and an optimizer step at the end. Memory: 1 GiB plus a quarter for each
// micro-batch in flight, and an eighth within each operation. `shared`: the ranks of a stage wait for each other for a
// tenth of each pass.
inline PlanTimeline timelineOf(ScheduleKind schedule, const PipelineShape& shape, bool swaps = false,
                               bool shared = false)
{
    const OperationOrder order = orderOf(schedule, shape).value();
    StageTimes times;
    times.forward = Seconds(1e-3);
    times.backward = Seconds(2e-3);
    times.weight_gradient = Seconds(1e-3);
    times.transfer = Seconds(0.2e-3);
    times.latency = Seconds(0.1e-3);
    times.reduction = Seconds(0.7e-3);
    times.optimizer = Seconds(0.5e-3);
    times.forward_waiting = times.forward * (shared ? 0.1 : 0);
    times.backward_waiting = times.backward * (shared ? 0.1 : 0);
    if (swaps) { // one layer, whose copies take most of a pass
        LayerTimes layer {times.forward - times.forward_waiting, times.backward - times.backward_waiting};
        layer.weight_gradient = times.weight_gradient;
        layer.forward_waiting = times.forward_waiting;
        layer.backward_waiting = times.backward_waiting;
        layer.window = SwapWindow {1, 1};
        layer.swap_out = layer.swap_in = Seconds(0.6e-3);
        times.layers = {layer};
    }
    PlanTimeline result;
    const std::vector<StageTimes> stages(static_cast<std::size_t>(shape.stages), times);
    result.step = simulate({order, stages, {}}, &result.timeline);
    result.critical = criticalShares(result.timeline);
    std::vector<std::vector<const Span*>> computed(order.pipeline_ranks.size());
    for (const Span& span : result.timeline.spans) {
        if (span.lane == Lane::Compute && span.kind != SpanKind::LayerCollective) {
            computed[static_cast<std::size_t>(span.pipeline_rank)].push_back(&span);
        }
    }
    const Bytes quarter = gibibytes(0.25);
    for (auto& spans : computed) {
        std::sort(spans.begin(), spans.end(), [](const Span* a, const Span* b) { return a->start < b->start; });
        MemoryOverTime memory;
        Bytes alive = quarter * 4;
        memory.points.push_back({Seconds(0), alive, alive});
        for (const Span* span : spans) {
            const bool backward = span->kind == SpanKind::Backward || span->kind == SpanKind::WeightGradient;
            alive += span->kind == SpanKind::Forward ? quarter : Bytes(0);
            memory.points.push_back({span->start, alive, alive + quarter / 2});
            alive -= backward ? quarter : Bytes(0);
        }
        const auto peak =
            std::max_element(memory.points.begin(), memory.points.end(),
                             [](const MemoryPoint& a, const MemoryPoint& b) { return a.highest < b.highest; });
        memory.peak = peak->highest;
        memory.peak_at = static_cast<std::size_t>(peak - memory.points.begin());
        result.memory.push_back(std::move(memory));
    }
    return result;
}

// One or more stages per pipeline rank, each with `layers` layers.
inline Plan planOf(ScheduleKind schedule, const PipelineShape& shape, int layers = 3)
{
    Plan plan;
    plan.schedule = schedule;
    plan.micro_batches = shape.micro_batches;
    for (int i = 0; i < shape.stages; ++i) {
        Stage stage;
        stage.layers = {i * layers, (i + 1) * layers};
        stage.pipeline_rank = i % shape.pipeline_ranks;
        plan.stages.push_back(stage);
    }
    return plan;
}

}
