// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/layer.h"

#include <cstdint>
#include <string>
#include <vector>

namespace stagecraft {

// What a tensor begins with.
enum class Start { Normal, Zero, One };

// One tensor of a layer's that is neither data nor buffer. Layers that name the same non-empty `shared` hold one and
// the same tensor.
struct ParameterTensor {
    std::string name;
    std::vector<std::int64_t> shape;
    std::string shared {};
    Start start = Start::Normal;
    bool trainable = true;

    friend bool operator==(const ParameterTensor&, const ParameterTensor&) = default;
};

std::int64_t elementCount(const std::vector<std::int64_t>& shape);

// The parameters of an operator, in the order in which the runtime builds them.
std::vector<ParameterTensor> parameterTensors(const Operator& op);

// The same of a statement; frozen ones do not learn.
std::vector<ParameterTensor> parameterTensors(const Statement& statement);

// Those of a layer, statement by statement, under "STATEMENT.TENSOR", or of a TorchScript child. Empty for layer
// tables.
std::vector<ParameterTensor> parameterTensors(const LayerSpec& spec);

// Elements of all parameters (layer tables: as given).
std::int64_t parameterCount(const LayerSpec& spec);

// Elements of the parameters that another layer shares.
std::int64_t sharedParameterCount(const LayerSpec& spec);

// The same of those that learn.
std::int64_t sharedTrainableCount(const LayerSpec& spec);

// Bytes of the non-trainable buffers: running statistics, batch counters.
Bytes bufferBytes(const LayerSpec& spec);

}
