// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/costmodel.h"
#include "core/memory/stagepeaks.h"
#include "core/search/search.h"

#include <benchmark/benchmark.h>

#include <random>
#include <string>

using namespace stagecraft;

namespace {

// A GPT-like table: a wide embedding and head, blocks alike but for a little noise in their times.
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
