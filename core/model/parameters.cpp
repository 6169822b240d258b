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
    if (!op.head_norm) {
        return {};
    }
    return {{"query_norm.weight", {op.head_width}, {}, Start::One},
            {"key_norm.weight", {op.head_width}, {}, Start::One}};
}

}

// Stops at 2^50, which is more than anything that has a summary or costs (summarize(), layerPrior()).
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
                          [](const Experts& o) {
                              return Tensors {{"router.weight", {o.count * o.ranks, o.width}, {}},
                                              {"gate_up.weight", {o.count, 2 * o.intermediate, o.width}, {}},
                                              {"down.weight", {o.count, o.width, o.intermediate}, {}}};
                          },
                          [](const Convolution& o) {
                              Tensors tensors {{"weight", {o.out, o.in / o.groups, o.kernel, o.kernelWidth()}, {}}};
                              if (o.bias) {
                                  tensors.push_back({"bias", {o.out}, {}, Start::Zero});
                              }
                              return tensors;
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
        if (const auto* norm = std::get_if<BatchNorm>(&statement.op)) {
            // Mean and variance in fp32 and a counter in int64.
            bytes += Bytes(2 * 4 * norm->channels + 8);
        }
    }
    return bytes;
}

}
