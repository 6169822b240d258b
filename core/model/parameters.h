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

// One trainable tensor. Layers that name the same non-empty `shared` hold one and the same tensor.
struct ParameterTensor {
    std::string name;
    std::vector<std::int64_t> shape;
    std::string shared {};
    Start start = Start::Normal;

    friend bool operator==(const ParameterTensor&, const ParameterTensor&) = default;
};

std::int64_t elementCount(const std::vector<std::int64_t>& shape);

// The trainable tensors of an operator, in the order in which the runtime builds them.
std::vector<ParameterTensor> parameterTensors(const Operator& op);

// Those of a layer, statement by statement. Empty for layer tables.
std::vector<ParameterTensor> parameterTensors(const LayerSpec& spec);

// Elements of all trainable tensors (layer tables: as given).
std::int64_t parameterCount(const LayerSpec& spec);

// Elements of the trainable tensors that another layer shares.
std::int64_t sharedParameterCount(const LayerSpec& spec);

// Bytes of the non-trainable buffers: running statistics, batch counters.
Bytes bufferBytes(const LayerSpec& spec);

}
