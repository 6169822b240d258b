// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/shapes.h"

#include "core/base/overloaded.h"

namespace stagecraft {

namespace {

using Shape = std::vector<std::int64_t>;

std::int64_t reduced(std::int64_t side, std::int64_t reduction)
{
    return (side + reduction - 1) / reduction;
}

// All convolutions here are padded to keep the side, which the stride then divides, rounding up.
Flops convolutionFlops(std::int64_t micro_batch, std::int64_t in, std::int64_t out, std::int64_t kernel,
                       std::int64_t out_side)
{
    return Flops(2.0 * static_cast<double>(micro_batch * out_side * out_side)
                 * static_cast<double>(in * out * kernel * kernel));
}

Flops bottleneckFlops(const Bottleneck& layer, std::int64_t micro_batch, std::int64_t side)
{
    const std::int64_t in_side = reduced(side, layer.reduction);
    const std::int64_t out_side = reduced(side, layer.reduction * layer.stride);
    const std::int64_t out = 4 * layer.width;
    Flops flops = convolutionFlops(micro_batch, layer.in_channels, layer.width, 1, in_side)
        + convolutionFlops(micro_batch, layer.width, layer.width, 3, out_side)
        + convolutionFlops(micro_batch, layer.width, out, 1, out_side);
    if (layer.projection) {
        flops += convolutionFlops(micro_batch, layer.in_channels, out, 1, out_side);
    }
    return flops;
}

}

std::string kindName(const LayerSpec& spec)
{
    return std::visit(overloaded {
                          [](const TokenEmbedding&) { return "token_embedding"; },
                          [](const TransformerBlock&) { return "transformer_block"; },
                          [](const LanguageModelHead&) { return "language_model_head"; },
                          [](const ConvolutionStem&) { return "convolution_stem"; },
                          [](const Bottleneck&) { return "bottleneck"; },
                          [](const ImageClassifierHead&) { return "image_classifier_head"; },
                          [](const TableRow&) { return "table_row"; },
                      },
                      spec);
}

Shape inputShape(const LayerSpec& spec, std::int64_t micro_batch, std::int64_t sequence)
{
    return std::visit(overloaded {
                          [&](const TokenEmbedding&) {
                              return Shape {micro_batch, sequence};
                          },
                          [&](const TransformerBlock& layer) {
                              return Shape {micro_batch, sequence, layer.hidden};
                          },
                          [&](const LanguageModelHead& layer) {
                              return Shape {micro_batch, sequence, layer.hidden};
                          },
                          [&](const ConvolutionStem&) {
                              return Shape {micro_batch, 3, sequence, sequence};
                          },
                          [&](const Bottleneck& layer) {
                              const std::int64_t side = reduced(sequence, layer.reduction);
                              return Shape {micro_batch, layer.in_channels, side, side};
                          },
                          [&](const ImageClassifierHead& layer) {
                              const std::int64_t side = reduced(sequence, layer.reduction);
                              return Shape {micro_batch, layer.features, side, side};
                          },
                          [](const TableRow&) { return Shape {}; },
                      },
                      spec);
}

Shape outputShape(const LayerSpec& spec, std::int64_t micro_batch, std::int64_t sequence)
{
    return std::visit(overloaded {
                          [&](const TokenEmbedding& layer) {
                              return Shape {micro_batch, sequence, layer.hidden};
                          },
                          [&](const TransformerBlock& layer) {
                              return Shape {micro_batch, sequence, layer.hidden};
                          },
                          [&](const ConvolutionStem& layer) {
                              const std::int64_t side = reduced(sequence, 4);
                              return Shape {micro_batch, layer.channels, side, side};
                          },
                          [&](const Bottleneck& layer) {
                              const std::int64_t side = reduced(sequence, layer.reduction * layer.stride);
                              return Shape {micro_batch, 4 * layer.width, side, side};
                          },
                          [](const auto&) { return Shape {}; },
                      },
                      spec);
}

bool endsInLoss(const LayerSpec& spec)
{
    return std::holds_alternative<LanguageModelHead>(spec) || std::holds_alternative<ImageClassifierHead>(spec);
}

Flops forwardFlops(const LayerSpec& spec, std::int64_t micro_batch, std::int64_t sequence)
{
    const auto tokens = static_cast<double>(micro_batch * sequence);
    return std::visit(
        overloaded {
            [&](const TransformerBlock& layer) {
                const auto hidden = static_cast<double>(layer.hidden);
                const double linears = 4 * hidden * hidden + 2 * hidden * static_cast<double>(layer.intermediate);
                const double attention = 2 * hidden * static_cast<double>(sequence); // scores and their product with v
                return Flops(2 * tokens * (linears + attention));
            },
            [&](const LanguageModelHead& layer) {
                return Flops(2 * tokens * static_cast<double>(layer.hidden) * static_cast<double>(layer.vocabulary));
            },
            [&](const ConvolutionStem& layer) {
                return convolutionFlops(micro_batch, 3, layer.channels, 7, reduced(sequence, 2));
            },
            [&](const Bottleneck& layer) { return bottleneckFlops(layer, micro_batch, sequence); },
            [&](const ImageClassifierHead& layer) {
                return Flops(2.0 * static_cast<double>(micro_batch * layer.features)
                             * static_cast<double>(layer.classes));
            },
            [](const auto&) { return Flops(0); },
        },
        spec);
}

}
