// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/runtime/layers/layermodule.h"

namespace stagecraft {

// The layers of transformers' GPT2LMHeadModel, dropout off.

struct NormWeights {
    torch::Tensor weight;
    torch::Tensor bias;
    double epsilon = 1e-5;
};

// Weight [in, out], as transformers' Conv1D.
struct LinearWeights {
    torch::Tensor weight;
    torch::Tensor bias;
};

torch::Tensor applyNorm(const torch::Tensor& input, const NormWeights& norm);
torch::Tensor applyLinear(const torch::Tensor& input, const LinearWeights& linear);
torch::Tensor applyActivation(const torch::Tensor& input, Activation activation);

class TokenEmbeddingModule final : public LayerModule {
public:
    TokenEmbeddingModule(const TokenEmbedding& spec, torch::Device device, SharedTensors& shared);
    torch::Tensor forward(const torch::Tensor& input, const torch::Tensor& labels) override;

private:
    torch::Tensor m_token;
    torch::Tensor m_position;
};

class TransformerBlockModule final : public LayerModule {
public:
    TransformerBlockModule(const TransformerBlock& spec, AttentionKind attention, torch::Device device,
                           SharedTensors& shared);
    torch::Tensor forward(const torch::Tensor& input, const torch::Tensor& labels) override;

    // The part between the first norm and the residual. `mask` is defined for eager attention only.
    torch::Tensor attend(const torch::Tensor& input, const torch::Tensor& mask) const;

private:
    TransformerBlock m_spec;
    AttentionKind m_attention;
    NormWeights m_norm_1;
    LinearWeights m_qkv;
    LinearWeights m_projection;
    NormWeights m_norm_2;
    LinearWeights m_up;
    LinearWeights m_down;
};

class LanguageModelHeadModule final : public LayerModule {
public:
    LanguageModelHeadModule(const LanguageModelHead& spec, torch::Device device, SharedTensors& shared);
    torch::Tensor forward(const torch::Tensor& input, const torch::Tensor& labels) override;

private:
    std::int64_t m_vocabulary;
    NormWeights m_norm;
    torch::Tensor m_weight;
};

}
