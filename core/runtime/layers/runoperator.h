// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/program.h"
#include "core/problem/problem.h"
#include "core/runtime/layers/chaincontext.h"

#include <torch/types.h>

#include <vector>

namespace stagecraft {

// Operands of an operator. References only: a value is freed when its owner drops it.
struct OperatorRun {
    const std::vector<torch::Tensor>& values;
    const std::vector<int>& inputs; // indices of `values`
    const std::vector<torch::Tensor>& parameters; // in the order of parameterTensors()
    const std::vector<torch::Tensor>& buffers; // from makeBuffers()
    const torch::Tensor& labels;
    AttentionKind attention;
    ChainContext& context;

    const torch::Tensor& input(std::size_t index = 0) const { return values[static_cast<std::size_t>(inputs[index])]; }
};

// Runs one operator with the same libtorch calls as transformers and torchvision. Throws libtorch's exceptions.
std::vector<torch::Tensor> runOperator(const Operator& op, const OperatorRun& run);

// Returns the untrained tensors of an operator.
std::vector<torch::Tensor> makeBuffers(const Operator& op, const torch::TensorOptions& options);

// Compound operators, one file each.
torch::Tensor activate(const torch::Tensor& input, Activation kind);
struct NormForm {
    double epsilon = 1e-6;
    bool around_one = false;
    bool wide = false; // multiply by the weight in fp32
    bool powered = false; // also in fp32, with a power in place of a reciprocal square root
};
// Returns only the normalized input if the weight is undefined.
torch::Tensor rmsNorm(const torch::Tensor& input, const torch::Tensor& weight, const NormForm& form);
// Returns the result of attention, followed by keys and values if later layers need them.
std::vector<torch::Tensor> attend(const Attention& op, const OperatorRun& run);
// Returns the score bias by token distance: [1, heads, length, length].
torch::Tensor relativeBias(const RelativeBias& op, std::int64_t length, const torch::Tensor& table);
torch::Tensor runExperts(const Experts& op, const OperatorRun& run);
torch::Tensor runGatedDeltaRule(const GatedDeltaRule& op, const OperatorRun& run);
torch::Tensor runMamba2(const Mamba2& op, const OperatorRun& run);
torch::Tensor runDenseExperts(const DenseExperts& op, const OperatorRun& run);
torch::Tensor imagePatches(const ImagePatches& op, const OperatorRun& run);
torch::Tensor gridPositions(const GridPositions& op, const OperatorRun& run);
torch::Tensor placeFeatures(const PlaceFeatures& op, const OperatorRun& run);
torch::Tensor attendImages(const Attention& op, const OperatorRun& run);

// Shares of a tensor-parallel rank. Collectives are not run; their results are allocated and filled with this rank's
// data.
torch::Tensor embedShard(const Embedding& op, const torch::Tensor& ids, const torch::Tensor& table);
torch::Tensor gatherTokens(const torch::Tensor& own, std::int64_t parts);
torch::Tensor scatterTokens(const torch::Tensor& all, std::int64_t parts);
torch::Tensor crossEntropyShard(const torch::Tensor& scores, const torch::Tensor& labels);
// Returns a stand-in for the result of an all-to-all of the same size.
torch::Tensor exchanged(const torch::Tensor& own);

// Makes a scalar tensor: Python converts numbers to tensors, which products then save, and the bytes must match.
torch::Tensor asTensor(double value);

}
