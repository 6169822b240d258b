// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/costmodel.h"
#include "core/memory/stagepeaks.h"
#include "core/search/degreesearch.h"
#include "core/search/frontsweep.h"
#include "core/search/leastpeaksearch.h"
#include "core/search/search.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <optional>
#include <random>
#include <string>

using namespace stagecraft;

namespace {

// A layer table similar to GPT: a wide embedding and head, and equal blocks with a little noise in their times.
Problem gptLike(int blocks, int devices)
{
    std::mt19937 random(1);
    std::uniform_real_distribution<double> noise(0.98, 1.02);
    Problem problem;
    problem.model.name = "gpt-like";
    problem.model.sample = SampleKind::Opaque;
    problem.model.default_sequence = 1;
    problem.model.longest_sequence = 1;
    const auto add = [&](std::int64_t parameters, std::int64_t saved, double seconds) {
        TableRow row;
        row.parameters = parameters;
        row.state = Bytes(16 * parameters);
        row.saved = Bytes(saved);
        row.transient = Bytes(saved / 3);
        row.output = Bytes(6 << 20);
        row.keeps_input = true;
        row.forward = Seconds(seconds * noise(random));
        row.backward = Seconds(2 * seconds * noise(random));
        problem.model.layers.push_back({"layer", row});
    };
    add(40'000'000, 1 << 20, 1e-4);
    for (int i = 0; i < blocks; ++i) {
        add(7'000'000, 170 << 20, 1e-2);
    }
    add(40'000'000, 15 << 20, 2e-2);
    problem.workload.global_batch = 64;
    problem.workload.sequence = 1;
    problem.cluster = parseCluster(std::to_string(devices) + "xcpu:80GiB").value();
    return problem;
}

void searchAll(benchmark::State& state)
{
    const Problem problem = gptLike(static_cast<int>(state.range(0)), static_cast<int>(state.range(1)));
    const CostModel costs(problem.model, problem.workload, {});
    for (auto _ : state) {
        benchmark::DoNotOptimize(searchPlans(problem, costs));
    }
}
BENCHMARK(searchAll)->Args({12, 4})->Args({24, 8})->Args({48, 16})->Args({96, 64})->Unit(benchmark::kMillisecond);

// GPT-3 175B, or a GPT of its width with other blocks, with costs from formulas on nodes of eight devices. The number
// of samples per step is the number of devices, but at least 64.
struct TestedProblem {
    Problem problem;
    CostModel costs;
};

TestedProblem gptOn(int blocks, int devices, Dimensions vary)
{
    Problem problem;
    problem.model = readModel("zoo:gpt3-175b?layers=" + std::to_string(blocks)).value();
    problem.workload.global_batch = std::max(64, devices);
    problem.workload.sequence = 2048;
    problem.workload.precision = Precision::Bf16Autocast;
    const std::string nodes = devices >= 8 ? std::to_string(devices / 8) + "x8x" : std::to_string(devices) + "x";
    problem.cluster = parseCluster(nodes + "A100-80GB").value();
    problem.constraints.vary = std::move(vary);
    CostModel costs(problem.model, problem.workload, {});
    return {std::move(problem), std::move(costs)};
}

const Dimensions many {Dimension::Tensor, Dimension::MicroBatch, Dimension::Zero, Dimension::Recompute,
                       Dimension::Schedule};

// Search for the lowest peak of all configurations, including the costs of their layers.
void recommended(benchmark::State& state)
{
    const TestedProblem tested = gptOn(static_cast<int>(state.range(0)), static_cast<int>(state.range(1)), many);
    std::int64_t configurations = 0;
    for (auto _ : state) {
        const auto space = PlanSpace::make(tested.problem, tested.costs, {});
        benchmark::DoNotOptimize(leastPeakOf(*space, {}, {}));
        configurations = space->size();
    }
    state.counters["configurations"] = static_cast<double>(configurations);
}
BENCHMARK(recommended)
    ->Args({96, 1024})
    ->Args({96, 8})
    ->Args({96, 64})
    ->Args({96, 256})
    ->Args({96, 4096})
    ->Args({96, 16384})
    ->Args({12, 1024})
    ->Args({24, 1024})
    ->Args({48, 1024})
    ->Args({192, 1024})
    ->Args({300, 1024})
    ->Args({500, 1024})
    ->Args({1000, 1024})
    ->Unit(benchmark::kMillisecond);

// Search for the Pareto front only, down to the lowest peak.
void front(benchmark::State& state)
{
    const TestedProblem tested = gptOn(static_cast<int>(state.range(0)), static_cast<int>(state.range(1)), many);
    const auto least = leastPeakOf(PlanSpace::make(tested.problem, tested.costs, {}).value(), {}, {});
    std::size_t points = 0;
    std::size_t others = 0;
    for (auto _ : state) {
        const auto space = PlanSpace::make(tested.problem, tested.costs, {});
        SweepEffort effort;
        effort.least = least.best->partition.peak;
        effort.points = 1;
        const Front found = sweepFront(*space, effort, {});
        points = found.points.size();
        others = found.others.size();
    }
    state.counters["points"] = static_cast<double>(points);
    state.counters["others"] = static_cast<double>(others);
}
BENCHMARK(front)->Args({96, 1024})->Args({96, 64})->Args({300, 1024})->Unit(benchmark::kMillisecond);

// Full search: front and candidates with full estimates.
void everything(benchmark::State& state)
{
    const TestedProblem tested = gptOn(static_cast<int>(state.range(0)), static_cast<int>(state.range(1)), many);
    std::size_t candidates = 0;
    for (auto _ : state) {
        candidates = searchPlans(tested.problem, tested.costs)->candidates.size();
    }
    state.counters["candidates"] = static_cast<double>(candidates);
}
BENCHMARK(everything)->Args({96, 64})->Args({96, 1024})->Unit(benchmark::kMillisecond);

// Full search with node prices: the front of peak, step time and cost.
void everythingPriced(benchmark::State& state)
{
    TestedProblem tested = gptOn(static_cast<int>(state.range(0)), static_cast<int>(state.range(1)), many);
    tested.problem.cluster.groups.front().price_per_node = UsdPerHour(14);
    tested.problem.constraints.objective = Objective::Cost;
    std::optional<SearchResult> result;
    for (auto _ : state) {
        result = searchPlans(tested.problem, tested.costs).value();
    }
    state.counters["candidates"] = static_cast<double>(result->candidates.size());
    state.counters["cheapest_is_proved"] = result->outcome.kind == OutcomeKind::Optimal ? 1 : 0;
}
BENCHMARK(everythingPriced)->Args({96, 64})->Args({96, 1024})->Unit(benchmark::kMillisecond);

// Search for the lowest peak with parallel sizes per stage, 64 samples per micro-batch: with the costs of all options,
// and without.
void degreesOfStages(benchmark::State& state)
{
    const TestedProblem tested = gptOn(static_cast<int>(state.range(0)), static_cast<int>(state.range(1)), {});
    const bool costs_too = state.range(2) != 0;
    std::vector<Degrees> options;
    for (int tensor = 1; tensor <= 8; tensor *= 2) {
        for (int data = 1; data <= 64; data *= 2) {
            options.push_back({tensor, data});
        }
    }
    const std::int64_t micro_batches = tested.problem.workload.global_batch / 64;
    const auto made = [&] {
        ChainLibrary library(tested.problem, tested.costs);
        return StageTable::make(tested.problem, library, 64, micro_batches, options);
    };
    const StageTable table = made();
    for (auto _ : state) {
        if (costs_too) {
            const StageTable own = made();
            benchmark::DoNotOptimize(DegreeSearch(own, {}, {}).leastPeak({}, {}));
        } else {
            benchmark::DoNotOptimize(DegreeSearch(table, {}, {}).leastPeak({}, {}));
        }
    }
}
BENCHMARK(degreesOfStages)
    ->Args({96, 1024, 0})
    ->Args({96, 1024, 1})
    ->Args({300, 1024, 0})
    ->Args({300, 1024, 1})
    ->Args({96, 16384, 0})
    ->Args({96, 16384, 1})
    ->Unit(benchmark::kMillisecond);

// Full search over two different groups of devices.
void mixedGroups(benchmark::State& state)
{
    TestedProblem tested =
        gptOn(static_cast<int>(state.range(0)), 64, state.range(2) != 0 ? many : Dimensions {Dimension::Tensor});
    const std::string nodes = std::to_string(state.range(1) / 8) + "x8x";
    tested.problem.cluster = parseCluster(nodes + "A100-80GB+" + nodes + "L40S").value();
    std::int64_t configurations = 0;
    for (auto _ : state) {
        configurations = searchPlans(tested.problem, tested.costs)->configurations;
    }
    state.counters["configurations"] = static_cast<double>(configurations);
}
BENCHMARK(mixedGroups)->Args({96, 64, 0})->Args({96, 64, 1})->Args({96, 512, 1})->Unit(benchmark::kMillisecond);

void oneStagePeak(benchmark::State& state)
{
    const Problem problem = gptLike(96, 8);
    const auto chain = CostModel(problem.model, problem.workload, {}).chain(1, DeviceType {}).value();
    const StagePeaks peaks(chain);
    int first = 0;
    for (auto _ : state) {
        first = (first + 7) % 90;
        benchmark::DoNotOptimize(peaks.peak({first, first + 8}, 4, 8));
    }
}
BENCHMARK(oneStagePeak);

}

BENCHMARK_MAIN();
