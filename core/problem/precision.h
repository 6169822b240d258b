// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/names.h"
#include "core/model/layer.h"

#include <cstdint>
#include <string_view>

namespace stagecraft {

// Number formats of a training run.
enum class Precision {
    Fp32,
    Bf16Autocast, // fp32 parameters; matrix products and convolutions in bf16, as under torch.autocast
    Bf16Master, // everything in bf16; the optimizer keeps fp32 master weights
    Fp16 // like Bf16Master, in fp16 with loss scaling
};

template <>
inline constexpr auto enumNames<Precision> = std::array {
    std::pair {Precision::Fp32, std::string_view("fp32")},
    std::pair {Precision::Bf16Autocast, std::string_view("bf16-autocast")},
    std::pair {Precision::Bf16Master, std::string_view("bf16-master")},
    std::pair {Precision::Fp16, std::string_view("fp16")},
};

enum class NumberType { Fp32, Bf16, Fp16 };

template <>
inline constexpr auto enumNames<NumberType> = std::array {
    std::pair {NumberType::Fp32, std::string_view("fp32")},
    std::pair {NumberType::Bf16, std::string_view("bf16")},
    std::pair {NumberType::Fp16, std::string_view("fp16")},
};

std::int64_t bytesOf(NumberType type);

// Returns the type of parameters and their gradients.
NumberType parameterType(Precision precision);

// True if the optimizer keeps and updates fp32 master weights.
bool hasMasterWeights(Precision precision);

// Returns the output types of a layer for the given `inputs`: under autocast, matrix products return the lower type and
// sums the wider of both. Source: PyTorch's autocast reference. Types that depend on the device inside a layer, such as
// those of norms, never reach a boundary of the supported models; the runtime measures the true bytes.
std::vector<NumberType> outputTypes(const Program& program, std::vector<NumberType> inputs, Precision precision);

// Overload for any layer; rows of a layer table return the types of their inputs.
std::vector<NumberType> outputTypes(const LayerSpec& spec, std::vector<NumberType> inputs, Precision precision);

// Type of the first layer's input: that of the parameters for images. Unused for token ids, which are integers.
NumberType sampleType(Precision precision);

}
