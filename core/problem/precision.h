// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/names.h"
#include "core/model/layer.h"

#include <cstdint>
#include <string_view>

namespace stagecraft {

// How numbers are held while a model trains.
enum class Precision {
    Fp32,
    Bf16Autocast, // fp32 parameters; matrix products and convolutions in bf16, as torch.autocast has it
    Bf16Master, // all in bf16; the optimizer keeps fp32 copies of the parameters
    Fp16 // the same in fp16, with a scaled loss
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

// What parameters and their gradients are held in.
NumberType parameterType(Precision precision);

// True if the optimizer works on fp32 copies of the parameters that it keeps.
bool hasMasterWeights(Precision precision);

// What a layer gives that is given `inputs`: under autocast products come out low and sums take the wider of both.
// (PyTorch's autocast reference. What differs between devices inside a layer, as norms do, never reaches a boundary of
// the models that are known; the runtime measures the true bytes.)
std::vector<NumberType> outputTypes(const Program& program, std::vector<NumberType> inputs, Precision precision);

// The same of any layer; a layer table's rows pass on what they are given.
std::vector<NumberType> outputTypes(const LayerSpec& spec, std::vector<NumberType> inputs, Precision precision);

// What the first layer of a chain is given. Ids have no such type; colors come as the parameters are.
NumberType sampleType(Precision precision);

}
