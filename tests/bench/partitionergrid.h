// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "document.h"

#include "core/search/baselines/baseline.h"
#include "core/search/comparison.h"
#include "core/search/tableanswer.h"

#include <iostream>
#include <optional>
#include <string>
#include <vector>

// Grid on which partitioners are compared, fixed before the first run; the report includes every case. Costs come from
// formulas (core/cost/prior), because these models have no measurements on this device.
namespace stagecraft::bench {

struct GridModel {
    std::string name;
    std::string source;
    Precision precision = Precision::Bf16Master;
    OptimizerKind optimizer = OptimizerKind::AdamW;
    AttentionKind attention = AttentionKind::Sdpa;
    std::int64_t few = 1; // samples per micro-batch of a replica
    std::int64_t many = 4;
};

inline const std::vector<GridModel>& gridModels()
{
    constexpr Precision fp32 = Precision::Fp32;
    constexpr OptimizerKind momentum = OptimizerKind::Momentum;
    constexpr AttentionKind sdpa = AttentionKind::Sdpa;
    const std::string configs = SOURCE_FOLDER "/tests/data/configs/";
    static const std::vector<GridModel> all {
        {"GPT-2 XL", "zoo:gpt2-xl"},
        {"GPT-2 XL, eager attention", "zoo:gpt2-xl", Precision::Bf16Master, OptimizerKind::AdamW, AttentionKind::Eager},
        {"GPT 1.3B", "zoo:gpt-1.3b"},
        {"GPT 8.3B", "zoo:gpt-8.3b"},
        {"GPT-3 175B", "zoo:gpt3-175b"},
        {"Llama 3.1 8B", configs + "llama-3.1-8b.json"},
        {"BERT-large", configs + "bert-large-uncased.json"},
        {"T5-base", configs + "t5-base.json"},
        {"ViT-L/16", configs + "vit-large-patch16-224.json", Precision::Bf16Master, OptimizerKind::AdamW, sdpa, 8, 32},
        {"VGG-16", "zoo:vgg16", fp32, momentum, sdpa, 8, 32},
        {"ResNet-152", "zoo:resnet152", fp32, momentum, sdpa, 8, 32},
        {"Wide ResNet-101-2", "zoo:wide_resnet101_2", fp32, momentum, sdpa, 8, 32},
        {"U-Net (5, 64)", "zoo:unet?B=5&C=64", fp32, momentum, sdpa, 8, 32},
        {"AmoebaNet-D (18, 256)", "zoo:amoebanetd?L=18&D=256", fp32, momentum, sdpa, 8, 32},
    };
    return all;
}

struct GridCase {
    ComparisonMode mode = ComparisonMode::Fair;
    int devices = 1;
    int pipeline_ranks = 0; // fair cases: number of stages, all with these parallel sizes
    Degrees degrees {};
    ScheduleKind schedule = ScheduleKind::OneForwardOneBackward;
    std::int64_t samples = 1; // samples per micro-batch over all replicas
    std::int64_t micro_batches = 1;
};

// Returns the cases of a model. Fair cases: straight pipelines, and pipelines with replicas and tensor ranks; no
// straight pipeline on 64 devices, since most models have too few layers. Own cases: all TP sizes within a node and all
// DP sizes that divide.
inline std::vector<GridCase> gridCases(const GridModel& model)
{
    struct Shape {
        int devices;
        int pipeline_ranks;
        Degrees degrees;
    };
    const std::vector<Shape> shapes {{4, 4, {1, 1}},   {4, 2, {1, 2}},   {8, 8, {1, 1}},  {8, 4, {1, 2}},
                                     {8, 4, {2, 1}},   {16, 16, {1, 1}}, {16, 8, {1, 2}}, {16, 4, {4, 1}},
                                     {64, 16, {4, 1}}, {64, 16, {1, 4}}, {64, 8, {8, 1}}};
    std::vector<GridCase> all;
    for (const ScheduleKind schedule : {ScheduleKind::OneForwardOneBackward, ScheduleKind::GPipe}) {
        for (const Shape& shape : shapes) {
            for (const auto& [micro_batch, micro_batches] :
                 {std::pair {model.few, std::int64_t(32)}, std::pair {model.many, std::int64_t(8)}}) {
                all.push_back({ComparisonMode::Fair, shape.devices, shape.pipeline_ranks, shape.degrees, schedule,
                               micro_batch * shape.degrees.data, micro_batches});
            }
        }
        for (const int devices : {4, 8, 16, 64}) {
            for (const auto& [replicas, micro_batches] :
                 {std::pair {devices, std::int64_t(8)}, std::pair {devices / 4, std::int64_t(32)}}) {
                all.push_back({ComparisonMode::Own, devices, 0, {}, schedule, model.few * replicas, micro_batches});
            }
        }
    }
    return all;
}

inline Problem gridProblem(const GridModel& model, int devices)
{
    Problem problem;
    problem.model = orStop(readModel(model.source));
    problem.workload.global_batch = 1;
    problem.workload.sequence = problem.model.default_sequence;
    problem.workload.precision = model.precision;
    problem.workload.optimizer = model.optimizer;
    problem.workload.attention = model.attention;
    const std::string nodes = devices > 8 ? std::to_string(devices / 8) + "x8" : std::to_string(devices);
    problem.cluster = orStop(parseCluster(nodes + "xA100-80GB"));
    return problem;
}

// Result of a partitioner. Empty if it finds no plan.
struct GridAnswer {
    Bytes peak;
    Seconds work; // time of the slowest stage
    bool fits = false;

    friend bool operator==(const GridAnswer&, const GridAnswer&) = default;
};

struct GridResult {
    const GridModel* model = nullptr;
    GridCase asked;
    GridAnswer exact_row;
    std::vector<std::optional<GridAnswer>> others; // in the order of baselines()
};

inline GridAnswer gridAnswer(const TableAnswer& answer)
{
    return {answer.peak, answer.work, answer.fits};
}

inline std::vector<Degrees> gridDegrees(const GridCase& asked, int devices_per_node)
{
    if (asked.mode == ComparisonMode::Fair) {
        return {asked.degrees};
    }
    std::vector<Degrees> all;
    for (int tensor = 1; tensor <= devices_per_node; tensor *= 2) {
        for (int data = 1; data <= asked.samples && tensor * data <= asked.devices; ++data) {
            if (asked.samples % data == 0) {
                all.push_back({tensor, data});
            }
        }
    }
    return all;
}

// Runs a case. Empty if the model has too few layers for the stages, or layers that do not support the parallel sizes.
inline std::optional<GridResult> runCase(const GridModel& model, const GridCase& asked, Problem& problem,
                                         ChainLibrary& library)
{
    problem.constraints.schedule = asked.schedule;
    problem.workload.global_batch = asked.samples * asked.micro_batches;
    const StageTable table = StageTable::make(problem, library, asked.samples, asked.micro_batches,
                                              gridDegrees(asked, problem.cluster.groups.front().devices_per_node));
    const bool fair = asked.mode == ComparisonMode::Fair;
    const std::optional<int> pipeline_ranks = fair ? std::optional(asked.pipeline_ranks) : std::nullopt;
    if (table.options() == 0 || asked.pipeline_ranks > table.layers()) {
        return std::nullopt;
    }
    GridResult result {&model, asked, gridAnswer(leastPeakAnswer(table, pipeline_ranks, {}).value()), {}};
    for (const Baseline& baseline : baselines()) {
        result.others.emplace_back();
        if (!fair && !baseline.hybrid) {
            continue;
        }
        if (auto answer = baseline.run({table, asked.devices, pipeline_ranks})) {
            result.others.back() = gridAnswer(tableAnswer(table, std::move(answer->stages)));
        }
    }
    return result;
}

// Returns the cases of the grid that `wanted` accepts, in order.
template <typename PartitionFilter>
std::vector<GridResult> runGrid(PartitionFilter wanted)
{
    std::vector<GridResult> results;
    for (const GridModel& model : gridModels()) {
        for (const int devices : {4, 8, 16, 64}) {
            Problem problem = gridProblem(model, devices);
            const CostModel costs(problem.model, problem.workload, {});
            ChainLibrary library(problem, costs);
            for (const GridCase& asked : gridCases(model)) {
                if (asked.devices != devices || !wanted(model, asked)) {
                    continue;
                }
                if (auto result = runCase(model, asked, problem, library)) {
                    results.push_back(*std::move(result));
                }
            }
            std::cerr << model.name << ", " << devices << " devices: " << results.size() << " cases\n";
        }
    }
    return results;
}

}
