// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/partitionmethods.h"

#include "core/model/parameters.h"
#include "core/search/baselines/balanced.h"
#include "core/search/baselines/stagerules.h"
#include "core/search/baselines/uniform.h"

#include <algorithm>

namespace stagecraft {

namespace {

bool rises(const std::vector<int>& split_points)
{
    return std::adjacent_find(split_points.begin(), split_points.end(), std::greater_equal<>()) == split_points.end();
}

PartitionMethod methodOf(std::string name, int most_pipeline_ranks,
                         const std::function<std::vector<int>(int pipeline_ranks)>& split)
{
    PartitionMethod method {std::move(name), {{}}};
    for (int pipeline_ranks = 1; pipeline_ranks <= most_pipeline_ranks; ++pipeline_ranks) {
        std::vector<int> split_points = split(pipeline_ranks);
        method.split_points.push_back(rises(split_points) ? std::move(split_points) : std::vector<int> {});
    }
    return method;
}

double learning(const LayerSpec& spec)
{
    if (const auto* row = std::get_if<TableRow>(&spec)) {
        return static_cast<double>(row->parameters);
    }
    double count = 0;
    for (const ParameterTensor& tensor : parameterTensors(spec)) {
        count += tensor.trainable ? static_cast<double>(elementCount(tensor.shape)) : 0;
    }
    return count;
}

std::vector<double> parameterWeights(const Problem& problem, int tensor)
{
    const auto trained = trainedModel(problem.model, problem.workload);
    const Model& whole = trained ? *trained : problem.model;
    const auto shard = tensor > 1 ? shardOf(whole, {tensor, 1, false}) : Result<Model>(whole);
    std::vector<double> weights;
    for (const Layer& layer : (shard ? *shard : whole).layers) {
        weights.push_back(learning(layer.spec));
    }
    return weights;
}

std::vector<double> blockWeights(const Model& model, LayerRange blocks)
{
    std::vector<double> weights(model.layers.size(), 0);
    std::fill(weights.begin() + blocks.first, weights.begin() + blocks.last, 1);
    return weights;
}

PartitionMethod balanced(std::string name, const std::vector<double>& weights, int most_pipeline_ranks)
{
    const BalancedPartition split_points(weights, most_pipeline_ranks);
    return methodOf(std::move(name), most_pipeline_ranks,
                    [&](int pipeline_ranks) { return split_points.into(pipeline_ranks); });
}

}

StagePredicate PartitionMethod::stages() const
{
    return [all = split_points](LayerRange layers, int pipeline_rank, int pipeline_ranks) {
        const auto depth = static_cast<std::size_t>(pipeline_ranks);
        const auto at = static_cast<std::size_t>(pipeline_rank);
        return depth < all.size() && at + 1 < all[depth].size() && all[depth][at] == layers.first
            && all[depth][at + 1] == layers.last;
    };
}

std::vector<PartitionMethod> partitionMethods(const Problem& problem, Target target, int tensor,
                                              int most_pipeline_ranks)
{
    const int layers = static_cast<int>(problem.model.layers.size());
    most_pipeline_ranks = std::min(most_pipeline_ranks, layers);
    if (target != Target::DeepSpeed || most_pipeline_ranks < 1 || problem.model.layers.size() > mostPartitionedLayers) {
        return {};
    }
    std::vector<PartitionMethod> methods {
        methodOf("uniform", most_pipeline_ranks,
                 [&](int pipeline_ranks) { return uniformSplitPoints(layers, pipeline_ranks); }),
        balanced("parameters", parameterWeights(problem, tensor), most_pipeline_ranks)};
    if (const LayerRange blocks = baseline::repeatedBlocks(problem.model); blocks.count() > 0) {
        const LayerSpec& block = problem.model.layers[static_cast<std::size_t>(blocks.first)].spec;
        methods.push_back(
            balanced("type:" + kindName(block), blockWeights(problem.model, blocks), most_pipeline_ranks));
    }
    return methods;
}

}
