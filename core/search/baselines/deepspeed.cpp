// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0

// DeepSpeed's PipelineModule (deepspeed/runtime/pipe/module.py, partition_method; deepspeed/runtime/utils.py):
// identical parallelism for all stages, split by the number of layers, of trainable parameters, or of layers of a type.
// Ignores the device's memory; its users choose the depth, here the first that fits, with replicas on all other
// devices.
#include "core/search/baselines/balanced.h"
#include "core/search/baselines/rules.h"
#include "core/search/baselines/stagerules.h"
#include "core/search/baselines/uniform.h"
#include "core/words/baseline.h"

#include <algorithm>

namespace stagecraft::baseline {

namespace {

BaselineAnswer byWeights(const BaselineTask& task, const std::vector<double>& weights)
{
    std::vector<PipelineShape> shapes = shallowFirst(task);
    int deepest = 1;
    for (const PipelineShape& shape : shapes) {
        deepest = std::max(deepest, shape.pipeline_ranks);
    }
    const BalancedPartition split_points(weights, deepest);
    return firstThatFits(
        task, shapes, [&](PipelineShape shape) { return split_points.into(shape.pipeline_ranks); },
        words::baseline::width_of_a_stage);
}

}

BaselineAnswer deepspeedUniform(const BaselineTask& task)
{
    return firstThatFits(
        task, shallowFirst(task),
        [&](PipelineShape shape) { return uniformSplitPoints(task.table.layers(), shape.pipeline_ranks); },
        words::baseline::width_of_a_stage);
}

BaselineAnswer deepspeedParameters(const BaselineTask& task)
{
    std::vector<double> weights;
    for (int l = 0; l < task.table.layers(); ++l) {
        weights.push_back(static_cast<double>(task.table.gradients({l, l + 1}, 0).value));
    }
    return byWeights(task, weights);
}

BaselineAnswer deepspeedType(const BaselineTask& task)
{
    const Model& model = task.table.problem().model;
    const LayerRange blocks = repeatedBlocks(model);
    if (blocks.count() == 0) {
        return tl::unexpected<Message>(words::baseline::no_type_of_most);
    }
    std::vector<double> weights(model.layers.size(), 0);
    std::fill(weights.begin() + blocks.first, weights.begin() + blocks.last, 1);
    return byWeights(task, weights);
}

}
