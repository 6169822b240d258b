// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/layer.h"

#include <cstdint>
#include <string>
#include <vector>

namespace stagecraft {

// Initial value of a tensor.
enum class Start { Normal, Zero, One };

// Parameter tensor of a layer; not a buffer. Layers with the same non-empty `shared` share one tensor.
struct ParameterTensor {
    std::string name;
    std::vector<std::int64_t> shape;
    std::string shared {};
    Start start = Start::Normal;
    bool trainable = true;

    friend bool operator==(const ParameterTensor&, const ParameterTensor&) = default;
};

std::int64_t elementCount(const std::vector<std::int64_t>& shape);

// Returns the parameters of an operator, in the order in which the runtime creates them.
std::vector<ParameterTensor> parameterTensors(const Operator& op);

// Overload for a statement; frozen parameters are not trainable.
std::vector<ParameterTensor> parameterTensors(const Statement& statement);

// Returns the parameters of a layer, statement by statement, named "STATEMENT.TENSOR", or those of a TorchScript child.
// Empty for layer tables.
std::vector<ParameterTensor> parameterTensors(const LayerSpec& spec);

// Returns the number of elements of all parameters; for layer tables, the given number.
std::int64_t parameterCount(const LayerSpec& spec);

// Returns the number of elements of parameters shared with another layer.
std::int64_t sharedParameterCount(const LayerSpec& spec);

// Returns the same number for trainable parameters only.
std::int64_t sharedTrainableCount(const LayerSpec& spec);

// Returns the bytes of buffers: running statistics, batch counters.
Bytes bufferBytes(const LayerSpec& spec);

}
