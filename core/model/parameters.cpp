// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/parameters.h"

#include "core/base/overloaded.h"

#include <algorithm>

namespace stagecraft {

namespace {

using Tensors = std::vector<ParameterTensor>;

Tensors scaleAndShift(std::int64_t width)
{
    return {{"weight", {width}, {}, Start::One}, {"bias", {width}, {}, Start::Zero}};
}

Tensors linearTensors(const Linear& op)
{
    std::vector<std::int64_t> shape {op.out, op.in};
    if (op.transposed) {
        shape = {op.in, op.out};
    }
    Tensors tensors {{"weight", shape, op.shared}};
    if (op.bias) {
        tensors.push_back({"bias", {op.out}, {}, Start::Zero});
    }
    return tensors;
}

Tensors attentionTensors(const Attention& op)
{
    Tensors tensors;
    if (op.head_norm) {
        const Start start = op.norm_around_one ? Start::Zero : Start::One;
        tensors.push_back({"query_norm.weight", {op.head_width}, {}, start});
        if (!op.takes_keys) {
            tensors.push_back({"key_norm.weight", {op.head_width}, {}, start});
        }
    }
    if (op.sinks) {
        tensors.push_back({"sinks", {op.heads}, {}});
    }
    return tensors;
}

Tensors expertTensors(const Experts& op)
{
    const std::int64_t all = op.count * op.ranks;
    const std::int64_t inner = op.firstProducts() * op.intermediate;
    const std::string first = op.gate == ExpertGate::None ? "up" : "gate_up";
    const auto weight = [&](const std::string& name, std::int64_t out, std::int64_t in) {
        return ParameterTensor {
            name + ".weight", op.transposed ? std::vector {op.count, in, out} : std::vector {op.count, out, in}, {}};
    };
    Tensors tensors {{"router.weight", {all, op.routerWidth()}, {}}};
    if (op.biased) {
        tensors.push_back({"router.bias", {all}, {}});
    }
    tensors.push_back(weight(first, inner, op.width));
    if (op.biased) {
        tensors.push_back({first + ".bias", {op.count, inner}, {}, Start::Zero});
    }
    tensors.push_back(weight("down", op.width, op.intermediate));
    if (op.biased) {
        tensors.push_back({"down.bias", {op.count, op.width}, {}, Start::Zero});
    }
    if (op.normed_router) {
        tensors.push_back({"router.scale", {op.routerWidth()}, {}, Start::One});
        tensors.push_back({"router.factors", {all}, {}, Start::One});
    }
    return tensors;
}

Tensors mambaTensors(const Mamba2& op)
{
    Tensors tensors {{"convolution.weight", {op.mixedWidth(), 1, op.kernel}, {}}};
    if (op.bias) {
        tensors.push_back({"convolution.bias", {op.mixedWidth()}, {}, Start::Zero});
    }
    tensors.push_back({"step_bias", {op.heads}, {}, Start::One});
    tensors.push_back({"decay", {op.heads}, {}});
    tensors.push_back({"norm.weight", {op.resultWidth()}, {}, Start::One});
    tensors.push_back({"skip", {op.heads}, {}, Start::One});
    return tensors;
}

// Returns the bytes of an operator's buffers.
Bytes bufferBytes(const Operator& op)
{
    if (const auto* norm = std::get_if<BatchNorm>(&op)) {
        // Mean and variance in fp32 and a counter in int64.
        return Bytes(2 * 4 * norm->channels + 8);
    }
    const auto* experts = std::get_if<Experts>(&op);
    // Correction bias in fp32.
    return Bytes(experts != nullptr && experts->score == RouterScore::Sigmoid ? 4 * experts->count * experts->ranks
                                                                              : 0);
}

}

// Saturates at 2^50, above the limits of summarize() and layerPrior().
std::int64_t elementCount(const std::vector<std::int64_t>& shape)
{
    constexpr std::int64_t most = std::int64_t(1) << 50;
    std::int64_t count = 1;
    for (const std::int64_t dimension : shape) {
        if (dimension > 0 && count > most / dimension) {
            return most;
        }
        count *= dimension;
    }
    return count;
}

std::vector<ParameterTensor> parameterTensors(const Operator& op)
{
    return std::visit(overloaded {
                          [](const Embedding& o) {
                              return Tensors {{"weight", {o.count, o.width}, o.shared}};
                          },
                          [](const PositionEmbedding& o) {
                              return Tensors {{"weight", {o.count, o.width}, {}}};
                          },
                          [](const SegmentEmbedding& o) {
                              return Tensors {{"weight", {o.count, o.width}, {}}};
                          },
                          [](const Linear& o) { return linearTensors(o); },
                          [](const LayerNorm& o) { return o.affine ? scaleAndShift(o.width) : Tensors {}; },
                          [](const RmsNorm& o) {
                              return Tensors {{"weight", {o.width}, {}, o.around_one ? Start::Zero : Start::One}};
                          },
                          [](const Attention& o) { return attentionTensors(o); },
                          [](const Experts& o) { return expertTensors(o); },
                          [](const GatedDeltaRule& o) {
                              return Tensors {{"convolution.weight", {o.mixedWidth(), 1, o.kernel}, {}},
                                              {"step_bias", {o.value_heads}, {}, Start::One},
                                              {"decay", {o.value_heads}, {}},
                                              {"norm.weight", {o.value_width}, {}, Start::One}};
                          },
                          [](const Mamba2& o) { return mambaTensors(o); },
                          [](const DenseExperts& o) {
                              return Tensors {{"router.weight", {o.count, o.width}, {}},
                                              {"gate_up.weight", {o.count, o.width, 2 * o.intermediate}, {}},
                                              {"down.weight", {o.count, o.intermediate, o.width}, {}}};
                          },
                          [](const Convolution& o) {
                              Tensors tensors {{"weight", {o.out, o.in / o.groups, o.kernel, o.kernelWidth()}, {}}};
                              if (o.bias) {
                                  tensors.push_back({"bias", {o.out}, {}, Start::Zero});
                              }
                              return tensors;
                          },
                          [](const ImagePatches& o) {
                              return Tensors {{"weight", {o.width, o.channels, o.frames, o.patch, o.patch}, {}},
                                              {"bias", {o.width}, {}, Start::Zero}};
                          },
                          [](const GridPositions& o) {
                              return Tensors {{"weight", {o.count, o.width}, {}}};
                          },
                          [](const BatchNorm& o) { return scaleAndShift(o.channels); },
                          [](const RelativeBias& o) {
                              return Tensors {{"weight", {o.buckets, o.heads}, {}}};
                          },
                          [](const ClassToken& o) {
                              return Tensors {{"token", {1, 1, o.width}, {}}};
                          },
                          [](const LearnedOffset& o) {
                              return Tensors {{"offset", {1, o.count, o.width}, {}}};
                          },
                          [](const auto&) { return Tensors {}; },
                      },
                      op);
}

std::vector<ParameterTensor> parameterTensors(const Statement& statement)
{
    Tensors tensors = parameterTensors(statement.op);
    const auto& frozen = statement.frozen;
    for (ParameterTensor& tensor : tensors) {
        tensor.trainable = std::find(frozen.begin(), frozen.end(), tensor.name) == frozen.end();
    }
    return tensors;
}

std::vector<ParameterTensor> parameterTensors(const LayerSpec& spec)
{
    Tensors all;
    if (const auto* scripted = std::get_if<ScriptedLayer>(&spec)) {
        for (const ScriptedParameter& parameter : scripted->parameters) {
            all.push_back({parameter.name, parameter.shape, parameter.shared, Start::Normal, parameter.trainable});
        }
        return all;
    }
    const auto* program = std::get_if<Program>(&spec);
    if (program == nullptr) {
        return all;
    }
    for (const Statement& statement : program->statements()) {
        for (ParameterTensor& tensor : parameterTensors(statement)) {
            tensor.name = statement.name + "." + tensor.name;
            all.push_back(std::move(tensor));
        }
    }
    return all;
}

std::int64_t parameterCount(const LayerSpec& spec)
{
    if (const auto* row = std::get_if<TableRow>(&spec)) {
        return row->parameters;
    }
    std::int64_t count = 0;
    for (const ParameterTensor& tensor : parameterTensors(spec)) {
        count += elementCount(tensor.shape);
    }
    return count;
}

std::int64_t sharedParameterCount(const LayerSpec& spec)
{
    std::int64_t count = 0;
    for (const ParameterTensor& tensor : parameterTensors(spec)) {
        count += tensor.shared.empty() ? 0 : elementCount(tensor.shape);
    }
    return count;
}

std::int64_t sharedTrainableCount(const LayerSpec& spec)
{
    std::int64_t count = 0;
    for (const ParameterTensor& tensor : parameterTensors(spec)) {
        count += tensor.shared.empty() || !tensor.trainable ? 0 : elementCount(tensor.shape);
    }
    return count;
}

Bytes bufferBytes(const LayerSpec& spec)
{
    Bytes bytes;
    if (const auto* scripted = std::get_if<ScriptedLayer>(&spec)) {
        return scripted->buffers;
    }
    const auto* program = std::get_if<Program>(&spec);
    if (program == nullptr) {
        return bytes;
    }
    for (const Statement& statement : program->statements()) {
        bytes += bufferBytes(statement.op);
    }
    return bytes;
}

}
