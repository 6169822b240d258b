// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/program.h"
#include "core/problem/problem.h"
#include "core/runtime/layers/chaincontext.h"

#include <torch/types.h>

#include <vector>

namespace stagecraft {

// What an operator works on. References only: a value dies when its owner drops it.
struct OperatorRun {
    const std::vector<torch::Tensor>& values;
    const std::vector<int>& inputs; // indices of `values`
    const std::vector<torch::Tensor>& parameters; // in the order of parameterTensors()
    const std::vector<torch::Tensor>& buffers; // as makeBuffers() gave them
    const torch::Tensor& labels;
    AttentionKind attention;
    ChainContext& context;

    const torch::Tensor& input(std::size_t index = 0) const { return values[static_cast<std::size_t>(inputs[index])]; }
};

// Runs one operator by the same libtorch calls as transformers and torchvision make. Throws what libtorch throws.
std::vector<torch::Tensor> runOperator(const Operator& op, const OperatorRun& run);

// The tensors of an operator that are not trained.
std::vector<torch::Tensor> makeBuffers(const Operator& op, const torch::TensorOptions& options);

// The compound ones, a file each.
torch::Tensor activate(const torch::Tensor& input, Activation kind);
struct NormForm {
    double epsilon = 1e-6;
    bool around_one = false;
    bool wide = false; // the weight multiplies in fp32
    bool powered = false; // the same, and a power takes the place of a reciprocal root
};
// Without a weight: the normed input alone.
torch::Tensor rmsNorm(const torch::Tensor& input, const torch::Tensor& weight, const NormForm& form);
// What attention gives; behind it keys and values, where later layers take them.
std::vector<torch::Tensor> attend(const Attention& op, const OperatorRun& run);
// What is added to scores by the distance of tokens: [1, heads, length, length].
torch::Tensor relativeBias(const RelativeBias& op, std::int64_t length, const torch::Tensor& table);
torch::Tensor runExperts(const Experts& op, const OperatorRun& run);
torch::Tensor runGatedDeltaRule(const GatedDeltaRule& op, const OperatorRun& run);
torch::Tensor runMamba2(const Mamba2& op, const OperatorRun& run);
torch::Tensor runDenseExperts(const DenseExperts& op, const OperatorRun& run);
torch::Tensor imagePatches(const ImagePatches& op, const OperatorRun& run);
torch::Tensor gridPositions(const GridPositions& op, const OperatorRun& run);
torch::Tensor placeFeatures(const PlaceFeatures& op, const OperatorRun& run);
torch::Tensor attendImages(const Attention& op, const OperatorRun& run);

// Shares of a tensor-parallel rank. Collectives are not run; what they give is made, filled with what this rank has.
torch::Tensor embedShard(const Embedding& op, const torch::Tensor& ids, const torch::Tensor& table);
torch::Tensor gatherTokens(const torch::Tensor& own, std::int64_t parts);
torch::Tensor scatterTokens(const torch::Tensor& all, std::int64_t parts);
torch::Tensor crossEntropyShard(const torch::Tensor& scores, const torch::Tensor& labels);
// What an all-to-all of the same amounts gives.
torch::Tensor exchanged(const torch::Tensor& own);

// Python turns a number into a tensor of its own, which a product then saves; so do we, to the byte.
torch::Tensor asTensor(double value);

}
