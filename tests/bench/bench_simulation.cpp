// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Simulated operations per second, by schedule and by number of operations (docs/benchmarks.md).
#include "core/schedule/schedule.h"
#include "core/simulation/pipeline.h"

#include <benchmark/benchmark.h>

using namespace stagecraft;

namespace {

PipelineShape shapeOf(ScheduleKind kind, int pipeline_ranks, std::int64_t micro_batches)
{
    const int each = rulesOf(kind).stages_per_rank;
    return {pipeline_ranks, pipeline_ranks * (each == 0 ? 2 : each), micro_batches,
            steadySteps(kind, pipeline_ranks, micro_batches)};
}

std::vector<StageTimes> unequalTimes(int stages)
{
    std::vector<StageTimes> times(static_cast<std::size_t>(stages));
    for (std::size_t s = 0; s < times.size(); ++s) {
        times[s].forward = Seconds(1 + static_cast<double>(s % 7) / 10);
        times[s].backward = times[s].forward * 2;
        times[s].weight_gradient = times[s].forward;
        times[s].transfer = Seconds(0.1);
        times[s].latency = Seconds(0.01);
    }
    return times;
}

// Goal: 20 million operations per second, linear in their number.
void operations(benchmark::State& state)
{
    const auto kind = static_cast<ScheduleKind>(state.range(0));
    const PipelineShape shape = shapeOf(kind, static_cast<int>(state.range(1)), state.range(2));
    const OperationOrder order = orderOf(kind, shape).value();
    const auto times = unequalTimes(shape.stages);
    for (auto _ : state) {
        benchmark::DoNotOptimize(simulate({order, times}));
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(order.operationCount()));
    state.SetLabel(std::string(nameOf(kind)));
}

// Makes and simulates the order of operations. Goal: 20 ms for 64 pipeline ranks and 512 micro-batches.
void orderAndSimulation(benchmark::State& state)
{
    const auto kind = static_cast<ScheduleKind>(state.range(0));
    const PipelineShape shape = shapeOf(kind, 64, 512);
    const auto times = unequalTimes(shape.stages);
    for (auto _ : state) {
        const auto order = orderOf(kind, shape);
        benchmark::DoNotOptimize(simulate({*order, times}));
    }
    state.SetLabel(std::string(nameOf(kind)));
}

// Simulation that records all spans.
void timeline(benchmark::State& state)
{
    const auto kind = static_cast<ScheduleKind>(state.range(0));
    const PipelineShape shape = shapeOf(kind, 64, 512);
    const OperationOrder order = orderOf(kind, shape).value();
    const auto times = unequalTimes(shape.stages);
    Timeline spans;
    for (auto _ : state) {
        simulate({order, times}, &spans);
        benchmark::DoNotOptimize(spans);
    }
    state.SetLabel(std::string(nameOf(kind)));
}

constexpr auto kinds =
    std::array {ScheduleKind::OneForwardOneBackward, ScheduleKind::GPipe,   ScheduleKind::Interleaved,
                ScheduleKind::ZeroBubbleV,           ScheduleKind::Chimera, ScheduleKind::DualPipe};

void eachKind(benchmark::internal::Benchmark* benchmark)
{
    for (const ScheduleKind kind : kinds) {
        benchmark->Args({static_cast<int>(kind), 64, 512});
    }
}

void growth(benchmark::internal::Benchmark* benchmark)
{
    for (const int micro_batches : {128, 512, 2048, 8192}) {
        benchmark->Args({static_cast<int>(ScheduleKind::OneForwardOneBackward), 64, micro_batches});
    }
    for (const int pipeline_ranks : {8, 256, 1024}) {
        benchmark->Args({static_cast<int>(ScheduleKind::OneForwardOneBackward), pipeline_ranks, 2048});
    }
}

BENCHMARK(operations)->Apply(eachKind)->Unit(benchmark::kMillisecond);
BENCHMARK(operations)->Apply(growth)->Unit(benchmark::kMillisecond);
BENCHMARK(orderAndSimulation)->Apply(eachKind)->Unit(benchmark::kMillisecond);
BENCHMARK(timeline)->Apply(eachKind)->Unit(benchmark::kMillisecond);

}

BENCHMARK_MAIN();
