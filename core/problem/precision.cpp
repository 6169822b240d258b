// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/problem/precision.h"

#include "core/base/overloaded.h"

#include <vector>

namespace stagecraft {

std::int64_t bytesOf(NumberType type)
{
    return type == NumberType::Fp32 ? 4 : 2;
}

NumberType parameterType(Precision precision)
{
    switch (precision) {
    case Precision::Fp32:
    case Precision::Bf16Autocast:
        return NumberType::Fp32;
    case Precision::Bf16Master:
        return NumberType::Bf16;
    case Precision::Fp16:
        return NumberType::Fp16;
    }
    return NumberType::Fp32;
}

bool hasMasterWeights(Precision precision)
{
    return parameterType(precision) != NumberType::Fp32;
}

std::vector<NumberType> outputTypes(const Program& program, std::vector<NumberType> inputs, Precision precision)
{
    if (precision != Precision::Bf16Autocast) {
        return std::vector(program.gives().size(), parameterType(precision));
    }
    const auto wider = [](NumberType a, NumberType b) {
        return a == NumberType::Fp32 || b == NumberType::Fp32 ? NumberType::Fp32 : a;
    };
    std::vector<NumberType> values = std::move(inputs);
    for (const Statement& statement : program.statements()) {
        const auto in = [&](std::size_t index) { return values[static_cast<std::size_t>(statement.inputs[index])]; };
        const NumberType result =
            std::visit(overloaded {
                           [](const Linear&) { return NumberType::Bf16; },
                           [](const Convolution&) { return NumberType::Bf16; },
                           [](const ImagePatches&) { return NumberType::Bf16; },
                           [](const Attention&) { return NumberType::Bf16; },
                           [](const GatedDeltaRule&) { return NumberType::Bf16; },
                           [](const Mamba2&) { return NumberType::Fp32; }, // the weight of its norm is fp32
                           [&](const Add&) { return wider(in(0), in(1)); },
                           [&](const Multiply&) { return wider(in(0), in(1)); },
                           [&](const Concatenate&) {
                               NumberType widest = in(0);
                               for (std::size_t i = 1; i < statement.inputs.size(); ++i) {
                                   widest = wider(widest, in(i));
                               }
                               return widest;
                           },
                           // Lookups, learned tensors that are added, and the loss are in fp32.
                           [](const Embedding&) { return NumberType::Fp32; },
                           [](const PositionEmbedding&) { return NumberType::Fp32; },
                           [](const SegmentEmbedding&) { return NumberType::Fp32; },
                           [](const ClassToken&) { return NumberType::Fp32; },
                           [](const LearnedOffset&) { return NumberType::Fp32; },
                           [](const RelativeBias&) { return NumberType::Fp32; },
                           [](const RmsNorm&) { return NumberType::Fp32; },
                           [](const CrossEntropy&) { return NumberType::Fp32; },
                           [](const BinaryCrossEntropy&) { return NumberType::Fp32; },
                           [&](const auto&) { return in(0); },
                       },
                       statement.op);
        values.insert(values.end(), static_cast<std::size_t>(resultCount(statement.op)), result);
    }
    std::vector<NumberType> outputs;
    for (const int value : program.gives()) {
        outputs.push_back(values[static_cast<std::size_t>(value)]);
    }
    return outputs;
}

std::vector<NumberType> outputTypes(const LayerSpec& spec, std::vector<NumberType> inputs, Precision precision)
{
    if (const auto* program = std::get_if<Program>(&spec)) {
        return outputTypes(*program, std::move(inputs), precision);
    }
    const auto* scripted = std::get_if<ScriptedLayer>(&spec);
    if (scripted == nullptr) {
        return inputs;
    }
    const bool low = precision == Precision::Bf16Autocast && scripted->low_under_autocast;
    return {low ? NumberType::Bf16 : parameterType(precision)};
}

NumberType sampleType(Precision precision)
{
    return parameterType(precision);
}

}
