// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/cutmethods.h"

#include "core/model/parameters.h"
#include "core/search/baselines/balanced.h"
#include "core/search/baselines/stagerules.h"
#include "core/search/baselines/uniform.h"

#include <algorithm>

namespace stagecraft {

namespace {

bool rises(const std::vector<int>& cuts)
{
    return std::adjacent_find(cuts.begin(), cuts.end(), std::greater_equal<>()) == cuts.end();
}

CutMethod methodOf(std::string name, int most_pipeline_ranks,
                   const std::function<std::vector<int>(int pipeline_ranks)>& cut)
{
    CutMethod method {std::move(name), {{}}};
    for (int pipeline_ranks = 1; pipeline_ranks <= most_pipeline_ranks; ++pipeline_ranks) {
        std::vector<int> cuts = cut(pipeline_ranks);
        method.cuts.push_back(rises(cuts) ? std::move(cuts) : std::vector<int> {});
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

CutMethod balanced(std::string name, const std::vector<double>& weights, int most_pipeline_ranks)
{
    const BalancedCuts cuts(weights, most_pipeline_ranks);
    return methodOf(std::move(name), most_pipeline_ranks,
                    [&](int pipeline_ranks) { return cuts.into(pipeline_ranks); });
}

}

StagePredicate CutMethod::stages() const
{
    return [all = cuts](LayerRange layers, int pipeline_rank, int pipeline_ranks) {
        const auto depth = static_cast<std::size_t>(pipeline_ranks);
        const auto at = static_cast<std::size_t>(pipeline_rank);
        return depth < all.size() && at + 1 < all[depth].size() && all[depth][at] == layers.first
            && all[depth][at + 1] == layers.last;
    };
}

std::vector<CutMethod> cutMethods(const Problem& problem, Target target, int tensor, int most_pipeline_ranks)
{
    const int layers = static_cast<int>(problem.model.layers.size());
    most_pipeline_ranks = std::min(most_pipeline_ranks, layers);
    if (target != Target::DeepSpeed || most_pipeline_ranks < 1 || problem.model.layers.size() > mostCutLayers) {
        return {};
    }
    std::vector<CutMethod> methods {methodOf("uniform", most_pipeline_ranks,
                                             [&](int pipeline_ranks) { return uniformCuts(layers, pipeline_ranks); }),
                                    balanced("parameters", parameterWeights(problem, tensor), most_pipeline_ranks)};
    if (const LayerRange blocks = baseline::repeatedBlocks(problem.model); blocks.count() > 0) {
        const LayerSpec& block = problem.model.layers[static_cast<std::size_t>(blocks.first)].spec;
        methods.push_back(
            balanced("type:" + kindName(block), blockWeights(problem.model, blocks), most_pipeline_ranks));
    }
    return methods;
}

}
