// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/state.h"

#include "core/memory/replication.h"
#include "core/model/parameters.h"

#include <array>
#include <set>

namespace stagecraft {

namespace {

int copiesOf(OptimizerKind optimizer)
{
    switch (optimizer) {
    case OptimizerKind::Sgd:
        return 0;
    case OptimizerKind::Momentum:
        return 1;
    case OptimizerKind::Adam:
    case OptimizerKind::AdamW:
        return 2;
    }
    return 0;
}

// Parameter elements of a layer, without those counted for an earlier layer.
struct Learning {
    std::int64_t all = 0;
    std::int64_t learning = 0;
};

Learning countOf(const LayerSpec& spec, std::set<std::string>& shared)
{
    Learning count;
    for (const ParameterTensor& tensor : parameterTensors(spec)) {
        if (!tensor.shared.empty() && !shared.insert(tensor.shared).second) {
            continue;
        }
        const std::int64_t elements = elementCount(tensor.shape);
        count.all += elements;
        count.learning += tensor.trainable ? elements : 0;
    }
    return count;
}

}

StateRecipe recipeOf(Precision precision, OptimizerKind optimizer)
{
    const std::int64_t width = bytesOf(parameterType(precision));
    const int copies = copiesOf(optimizer) + (hasMasterWeights(precision) ? 1 : 0);
    return {width, width, copies * bytesOf(NumberType::Fp32)};
}

std::span<const NamedRecipe> namedRecipes()
{
    static constexpr std::string_view zero = "Rajbhandari et al. 2020, ZeRO, section 3.1: K = 12";
    static constexpr std::string_view megatron = "Megatron-LM, docs of the distributed optimizer: bytes a parameter";
    static constexpr std::string_view bits8 = "Dettmers et al. 2022, 8-bit optimizers: two moments of a byte";
    static constexpr std::string_view aware = "Megatron-LM, --use-precision-aware-optimizer: types of its moments";
    static constexpr std::string_view muon = "Jordan et al. 2024, Muon: a momentum, no second moment";
    static constexpr std::array recipes {
        NamedRecipe {"zero-mixed-adam", {2, 2, 12}, zero},
        NamedRecipe {"megatron-16bit-gradients", {2, 2, 16}, megatron}, // fp32 copies of the gradients for the step
        NamedRecipe {"megatron-fp32-gradients", {2, 4, 12}, megatron},
        NamedRecipe {"megatron-fp32", {4, 4, 8}, megatron},
        NamedRecipe {"adam-8bit", {2, 2, 4 + 2}, bits8},
        NamedRecipe {"precision-aware-bf16", {2, 2, 4 + 4}, aware},
        NamedRecipe {"precision-aware-fp8", {2, 2, 4 + 2}, aware},
        NamedRecipe {"muon", {2, 2, 4 + 4}, muon},
    };
    return recipes;
}

StateRecipe lbfgsRecipe(int history)
{
    return {4, 4, std::int64_t(8) * history};
}

StateBytes stateBytes(std::span<const Layer> layers, const StateRecipe& recipe, int zero, int data)
{
    const int divided = data > 1 ? zero : 0;
    std::set<std::string> shared;
    std::int64_t parameters = 0; // elements on one device
    std::int64_t gradients = 0;
    for (const Layer& layer : layers) {
        const Learning own = countOf(layer.spec, shared);
        parameters += divided == 3 ? shardElements(own.all, data) : own.all;
        gradients += divided >= 2 ? shardElements(own.learning, data) : own.learning;
    }
    const std::int64_t updated = divided == 1 ? stageShardElements(gradients, data) : gradients;
    return {Bytes(parameters * recipe.parameter), Bytes(gradients * recipe.gradient),
            Bytes(updated * recipe.optimizer)};
}

Bytes optimizerStateBytes(OptimizerKind optimizer, Precision precision, Bytes gradients)
{
    const StateRecipe recipe = recipeOf(precision, optimizer);
    return gradients * (recipe.optimizer / recipe.gradient);
}

Result<Bytes> trainingStateBytes(const ProfilePoint& point)
{
    const auto shard = shardAt(point);
    if (!shard) {
        return failure(shard.error());
    }
    std::vector<ParameterTensor> tensors = parameterTensors(LayerSpec(*shard));
    if (point.following) {
        const auto second = secondOf(point);
        const auto secondShard = second ? shardAt(*second) : failure(second.error());
        if (!secondShard) {
            return failure(secondShard.error());
        }
        for (ParameterTensor& tensor : parameterTensors(LayerSpec(*secondShard))) {
            tensors.push_back(std::move(tensor));
        }
    }
    std::set<std::string> shared;
    Bytes parameters;
    Bytes gradients;
    for (const ParameterTensor& tensor : tensors) {
        if (!tensor.shared.empty() && !shared.insert(tensor.shared).second) {
            continue;
        }
        const Bytes bytes(elementCount(tensor.shape) * bytesOf(parameterType(point.precision)));
        parameters += bytes;
        gradients += tensor.trainable ? bytes : Bytes(0);
    }
    return parameters + gradients + optimizerStateBytes(point.optimizer, point.precision, gradients);
}

}
