// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Time to estimate one plan, in closed form and in full, and to fit a profile (docs/benchmarks.md).
#include "core/base/english.h"
#include "core/estimate/estimator.h"
#include "core/estimate/steptime.h"
#include "core/memory/ledger.h"
#include "core/memory/stagepeaks.h"
#include "core/schedule/schedule.h"
#include "core/store/workspace.h"

#include "tests/support/programs.h"

#include <benchmark/benchmark.h>

#include <random>
#include <set>
#include <string>

using namespace stagecraft;

namespace {

// A chain in the shape of a GPT with measured layers. The bytes are invented; the amount of work to add them up is
// realistic.
ChainCosts gptLike(int blocks)
{
    std::mt19937 random(1);
    std::uniform_real_distribution<double> noise(0.98, 1.02);
    ChainCosts chain;
    const int layers = blocks + 2;
    for (int l = 0; l < layers; ++l) {
        const bool inner = l > 0 && l + 1 < layers;
        LayerCost cost;
        LayerMemory& memory = cost.memory;
        memory.parameters = memory.gradients = Bytes(inner ? 28 << 20 : 150 << 20);
        memory.saved = Bytes(inner ? 170 << 20 : 15 << 20);
        memory.output = Bytes(l + 1 < layers ? 6 << 20 : 0);
        memory.input_gradient = Bytes(l > 0 ? 6 << 20 : 0);
        memory.keeps_input = true;
        memory.forward_peak = memory.saved + memory.output + Bytes(20 << 20);
        memory.backward_peak = memory.owned_backward_peak = memory.gradients + Bytes(60 << 20);
        memory.accumulate_peak = memory.owned_accumulate_peak = memory.backward_peak + Bytes(7 << 20);
        cost.forward.median = Seconds(1e-2 * noise(random));
        cost.backward.median = Seconds(2e-2 * noise(random));
        cost.optimizer.median = Seconds(1e-3);
        if (!inner) {
            cost.shared_parameters = cost.shared_gradients = Bytes(140 << 20);
        }
        chain.layers.push_back(cost);
    }
    return chain;
}

// Split points for stages with equal numbers of layers, as far as possible.
std::vector<int> evenSplitPoints(int layers, int pipeline_ranks)
{
    std::vector<int> split_points;
    for (int pipeline_rank = 0; pipeline_rank <= pipeline_ranks; ++pipeline_rank) {
        split_points.push_back(static_cast<int>(std::int64_t(layers) * pipeline_rank / pipeline_ranks));
    }
    return split_points;
}

// Peak and times of every stage of a plan as in a search. Goal: 2 microseconds per stage.
void closedForm(benchmark::State& state)
{
    const int pipeline_ranks = static_cast<int>(state.range(0));
    const int data = static_cast<int>(state.range(1));
    constexpr std::int64_t microBatches = 512;
    const ChainCosts chain = gptLike(126);
    const StagePeaks peaks(chain);
    const ClusterGroup group = parseCluster("64x8xH100-80GB").value().groups.front();
    const auto split_points = evenSplitPoints(chain.size(), pipeline_ranks);
    for (auto _ : state) {
        for (int pipeline_rank = 0; pipeline_rank < pipeline_ranks; ++pipeline_rank) {
            const LayerRange range {split_points[static_cast<std::size_t>(pipeline_rank)],
                                    split_points[static_cast<std::size_t>(pipeline_rank) + 1]};
            const auto in_flight =
                inFlight(ScheduleKind::OneForwardOneBackward, pipeline_rank, pipeline_ranks, microBatches);
            benchmark::DoNotOptimize(peaks.peak(range, in_flight, microBatches));
            benchmark::DoNotOptimize(stageTimes(
                chain, range, {data}, equalPipelineRank(group, {data}, pipeline_rank, pipeline_rank + 1), group));
        }
    }
    state.counters["s/stage"] =
        benchmark::Counter(static_cast<double>(pipeline_ranks),
                           benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
BENCHMARK(closedForm)->Args({8, 1})->Args({64, 1})->Args({8, 8})->Args({64, 8});

// Ledger of all 64 stages with 512 micro-batches. Goal: 20 ms.
void ledger(benchmark::State& state)
{
    const auto schedule = static_cast<ScheduleKind>(state.range(0));
    constexpr int pipeline_ranks = 64;
    constexpr std::int64_t microBatches = 512;
    const ChainCosts chain = gptLike(126);
    const auto split_points = evenSplitPoints(chain.size(), pipeline_ranks);
    for (auto _ : state) {
        for (int pipeline_rank = 0; pipeline_rank < pipeline_ranks; ++pipeline_rank) {
            const LayerRange range {split_points[static_cast<std::size_t>(pipeline_rank)],
                                    split_points[static_cast<std::size_t>(pipeline_rank) + 1]};
            benchmark::DoNotOptimize(
                walkLedger(chain, range, operationsOf(schedule, pipeline_rank, pipeline_ranks, microBatches)));
        }
    }
    state.SetLabel(std::string(nameOf(schedule)));
}
BENCHMARK(ledger)
    ->Arg(static_cast<int>(ScheduleKind::OneForwardOneBackward))
    ->Arg(static_cast<int>(ScheduleKind::GPipe))
    ->Unit(benchmark::kMillisecond);

// Full estimate of a plan: ledger, bounds, simulations.
void wholeEstimate(benchmark::State& state)
{
    constexpr int pipeline_ranks = 64;
    const ChainCosts chain = gptLike(126);
    Problem problem;
    problem.model = readModel("zoo:gpt?layers=126&hidden=1024&heads=16").value();
    problem.workload.global_batch = 512;
    problem.workload.sequence = problem.model.default_sequence;
    problem.cluster = parseCluster("8x8xH100-80GB").value();
    const Plan plan =
        uniformPlan(evenSplitPoints(chain.size(), pipeline_ranks), 1, 1, 512, ScheduleKind::OneForwardOneBackward);
    for (auto _ : state) {
        const auto estimate = estimatePlan(problem, plan, chain);
        if (!estimate) {
            state.SkipWithError(describe(estimate.error()).c_str());
            break;
        }
        benchmark::DoNotOptimize(estimate);
    }
}
BENCHMARK(wholeEstimate)->Unit(benchmark::kMillisecond);

// Fits the measurements of the bundled workspace to the costs of GPT-2 at every measured size. Goal: 50 ms.
void fitOfAProfile(benchmark::State& state)
{
    const auto workspace =
        Workspace::open(SOURCE_FOLDER "/resources/workspaces/gpt2-small.stagecraft", OpenMode::ReadOnly);
    const auto measurements = workspace ? workspace->measurements() : failure(workspace.error());
    const auto model = readModel(SOURCE_FOLDER "/resources/models/gpt2.json");
    if (!measurements || !model) {
        state.SkipWithError("the workspace or the model cannot be read");
        return;
    }
    Workload workload;
    std::set<std::pair<std::int64_t, std::int64_t>> sizes; // sequence length and micro-batch size
    for (const Measurement& measurement : *measurements) {
        sizes.emplace(measurement.point.sequence, measurement.point.micro_batch);
    }
    for (auto _ : state) {
        workload.sequence = sizes.begin()->first;
        const CostModel costs(*model, workload, *measurements);
        for (const auto& [sequence, micro_batch] : sizes) {
            const auto chain = costs.atSequence(sequence).chain(micro_batch, testing::deviceOf(DeviceKind::Cpu));
            if (!chain) {
                state.SkipWithError(describe(chain.error()).c_str());
                return;
            }
            benchmark::DoNotOptimize(chain);
        }
    }
    state.SetLabel(std::to_string(measurements->size()) + " measurements, " + std::to_string(sizes.size()) + " sizes");
}
BENCHMARK(fitOfAProfile)->Unit(benchmark::kMillisecond);

}

BENCHMARK_MAIN();
