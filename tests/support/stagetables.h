// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/english.h"
#include "core/search/stagetable.h"
#include "tests/support/chains.h"

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace stagecraft::testing {

inline StageTable stageTable(const Problem& problem, std::int64_t samples, std::int64_t micro_batches,
                             std::vector<Degrees> options)
{
    const CostModel costs(problem.model, problem.workload, {});
    auto table = StageTable::make(problem, costs, samples, micro_batches, std::move(options));
    if (!table) {
        throw std::runtime_error(describe(table.error()));
    }
    return *std::move(table);
}

inline Model modelOf(const std::vector<TableRow>& rows)
{
    Model model;
    model.name = "rows";
    model.family = "table";
    model.sample = SampleKind::Opaque;
    model.default_sequence = 1;
    model.longest_sequence = 1;
    for (std::size_t l = 0; l < rows.size(); ++l) {
        model.layers.push_back({"layer " + std::to_string(l), rows[l]});
    }
    return model;
}

inline std::vector<TableRow> rowsOf(const Model& model)
{
    std::vector<TableRow> rows;
    for (const Layer& layer : model.layers) {
        rows.push_back(std::get<TableRow>(layer.spec));
    }
    return rows;
}

// Stage table with 8 micro-batches of one sample and one device per stage.
inline StageTable tableFor(const std::vector<TableRow>& rows,
                           ScheduleKind schedule = ScheduleKind::OneForwardOneBackward,
                           const std::string& cluster = "8xcpu:8GiB")
{
    Problem problem = problemFor(modelOf(rows), cluster, 8, 1);
    problem.constraints.schedule = schedule;
    return stageTable(problem, 1, 8, {{1, 1}});
}

// Stage table from formulas, with 8 micro-batches of 8 samples.
inline StageTable zooTable(const std::string& model, std::vector<Degrees> options,
                           const std::string& cluster = "2x4xA100-80GB")
{
    return stageTable(problemFor(readModel(model).value(), cluster, 64, 1), 8, 8, std::move(options));
}

inline std::vector<int> splitPointsOf(const std::vector<PartitionStage>& stages)
{
    std::vector<int> split_points {0};
    for (const PartitionStage& stage : stages) {
        split_points.push_back(stage.layers.last);
    }
    return split_points;
}

// True if the stages cover all layers in order, use valid options and at most `devices` devices.
inline bool isWhole(const StageTable& table, const std::vector<PartitionStage>& stages, int devices)
{
    int layer = 0;
    for (const PartitionStage& stage : stages) {
        if (stage.layers.first != layer || stage.layers.count() < 1 || stage.option < 0
            || stage.option >= table.options()) {
            return false;
        }
        layer = stage.layers.last;
        devices -= table.devicesOf(stage.option);
    }
    return layer == table.layers() && devices >= 0;
}

// Calls a function for every partition of `layers` layers into `pipeline_ranks` stages, the earliest split points
// first.
inline void forEachPartition(int layers, int pipeline_ranks, const std::function<void(const std::vector<int>&)>& visit,
                             std::vector<int> split_points = {0})
{
    const int left = pipeline_ranks - static_cast<int>(split_points.size());
    if (left == 0) {
        split_points.push_back(layers);
        visit(split_points);
        return;
    }
    for (int next = split_points.back() + 1; next <= layers - left; ++next) {
        split_points.push_back(next);
        forEachPartition(layers, pipeline_ranks, visit, split_points);
        split_points.pop_back();
    }
}

}
