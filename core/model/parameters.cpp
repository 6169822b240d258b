// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/parameters.h"

#include "core/base/overloaded.h"

namespace stagecraft {

namespace {

// Batch norm: weight and bias. The running statistics are buffers.
void addConvolution(std::vector<ParameterTensor>& tensors, const std::string& name, std::int64_t out, std::int64_t in,
                    std::int64_t kernel)
{
    tensors.push_back({name + ".weight", {out, in, kernel, kernel}, {}});
    tensors.push_back({name + ".norm.weight", {out}, {}});
    tensors.push_back({name + ".norm.bias", {out}, {}});
}

void addLinear(std::vector<ParameterTensor>& tensors, const std::string& name, std::int64_t in, std::int64_t out)
{
    // [in, out] as transformers' GPT-2 keeps it (Conv1D)
    tensors.push_back({name + ".weight", {in, out}, {}});
    tensors.push_back({name + ".bias", {out}, {}});
}

void addNorm(std::vector<ParameterTensor>& tensors, const std::string& name, std::int64_t hidden)
{
    tensors.push_back({name + ".weight", {hidden}, {}});
    tensors.push_back({name + ".bias", {hidden}, {}});
}

// Mean and variance in fp32 and a counter in int64 per batch norm.
Bytes normBuffers(std::int64_t channels)
{
    return Bytes(2 * 4 * channels + 8);
}

}

std::int64_t elementCount(const std::vector<std::int64_t>& shape)
{
    std::int64_t count = 1;
    for (const std::int64_t dimension : shape) {
        count *= dimension;
    }
    return count;
}

std::vector<ParameterTensor> parameterTensors(const LayerSpec& spec)
{
    std::vector<ParameterTensor> tensors;
    std::visit(overloaded {
                   [&](const TokenEmbedding& layer) {
                       tensors.push_back({"token.weight", {layer.vocabulary, layer.hidden}, "token_embedding"});
                       tensors.push_back({"position.weight", {layer.positions, layer.hidden}, {}});
                   },
                   [&](const TransformerBlock& layer) {
                       addNorm(tensors, "norm_1", layer.hidden);
                       addLinear(tensors, "attention.qkv", layer.hidden, 3 * layer.hidden);
                       addLinear(tensors, "attention.projection", layer.hidden, layer.hidden);
                       addNorm(tensors, "norm_2", layer.hidden);
                       addLinear(tensors, "mlp.up", layer.hidden, layer.intermediate);
                       addLinear(tensors, "mlp.down", layer.intermediate, layer.hidden);
                   },
                   [&](const LanguageModelHead& layer) {
                       addNorm(tensors, "norm", layer.hidden);
                       tensors.push_back({"projection.weight",
                                          {layer.vocabulary, layer.hidden},
                                          layer.tied ? "token_embedding" : ""});
                   },
                   [&](const ConvolutionStem& layer) { addConvolution(tensors, "convolution", layer.channels, 3, 7); },
                   [&](const Bottleneck& layer) {
                       addConvolution(tensors, "convolution_1", layer.width, layer.in_channels, 1);
                       addConvolution(tensors, "convolution_2", layer.width, layer.width, 3);
                       addConvolution(tensors, "convolution_3", 4 * layer.width, layer.width, 1);
                       if (layer.projection) {
                           addConvolution(tensors, "projection", 4 * layer.width, layer.in_channels, 1);
                       }
                   },
                   [&](const ImageClassifierHead& layer) {
                       tensors.push_back({"linear.weight", {layer.classes, layer.features}, {}});
                       tensors.push_back({"linear.bias", {layer.classes}, {}});
                   },
                   [](const TableRow&) {},
               },
               spec);
    return tensors;
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

Bytes bufferBytes(const LayerSpec& spec)
{
    return std::visit(overloaded {
                          [](const ConvolutionStem& layer) { return normBuffers(layer.channels); },
                          [](const Bottleneck& layer) {
                              const Bytes inner = normBuffers(layer.width) * 2 + normBuffers(4 * layer.width);
                              return layer.projection ? inner + normBuffers(4 * layer.width) : inner;
                          },
                          [](const auto&) { return Bytes(0); },
                      },
                      spec);
}

}
