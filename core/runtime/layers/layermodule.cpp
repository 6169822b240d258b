// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/layers/layermodule.h"

#include "core/base/overloaded.h"
#include "core/runtime/layers/resnet.h"
#include "core/runtime/layers/transformer.h"

#include <torch/torch.h>

namespace stagecraft {

Result<std::unique_ptr<LayerModule>> buildLayer(const LayerSpec& spec, AttentionKind attention, torch::Device device,
                                                SharedTensors& shared)
{
    using Built = Result<std::unique_ptr<LayerModule>>;
    return std::visit(
        overloaded {
            [&](const TokenEmbedding& layer) -> Built {
                return std::make_unique<TokenEmbeddingModule>(layer, device, shared);
            },
            [&](const TransformerBlock& layer) -> Built {
                return std::make_unique<TransformerBlockModule>(layer, attention, device, shared);
            },
            [&](const LanguageModelHead& layer) -> Built {
                return std::make_unique<LanguageModelHeadModule>(layer, device, shared);
            },
            [&](const ConvolutionStem& layer) -> Built {
                return std::make_unique<ConvolutionStemModule>(layer, device, shared);
            },
            [&](const Bottleneck& layer) -> Built { return std::make_unique<BottleneckModule>(layer, device, shared); },
            [&](const ImageClassifierHead& layer) -> Built {
                return std::make_unique<ImageClassifierHeadModule>(layer, device, shared);
            },
            [](const TableRow&) -> Built {
                return failure(ErrorCode::OptionUnsupported,
                               {std::string("a layer to build"), std::string("a layer table's row"),
                                std::string("the layers of a config.json or a zoo model")});
            },
        },
        spec);
}

}
