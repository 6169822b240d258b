// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/model.h"

namespace stagecraft {

// Layers that families, the zoo and tests share.

// The name under which an embedding and a projection onto the vocabulary share their weight; empty if they do not.
inline std::string tiedName(bool tied)
{
    return tied ? "token_embedding" : "";
}

// Appends a dropout and gives its result; nothing, and `value`, where the probability is 0.
int addDropout(ProgramBuilder& builder, double probability, int value);

// Rows of the token table, with dropout where there is any.
Program plainEmbedding(std::int64_t vocabulary, std::int64_t hidden, bool tied, double dropout = 0);
// Norm over the last block's output, projection onto the vocabulary without bias, loss of the next token.
Program languageModelHead(const LayerNorm& norm, std::int64_t vocabulary, bool tied);
// Makes a chain of one embedding, `count` equal blocks and a head.
void setLayers(Model& model, Program embedding, const Program& block, std::int64_t count, Program head);
// What every model of tokens says of itself.
void setPositions(Model& model, std::int64_t positions);

struct Gpt2Sizes {
    std::int64_t hidden = 0;
    std::int64_t heads = 0;
    std::int64_t intermediate = 0;
    std::int64_t vocabulary = 0;
    std::int64_t positions = 0;
    Activation activation = Activation::GeluNew;
    double norm_epsilon = 1e-5;
    bool tied = true;
    double embedding_dropout = 0;
    double attention_dropout = 0;
    double residual_dropout = 0; // of what is added to the residual stream
};

// Token and learned position embeddings, added.
Program gpt2Embedding(const Gpt2Sizes& sizes);
// Pre-norm block: x + attention(norm(x)), then x + mlp(norm(x)). All projections with bias, causal attention.
Program gpt2Block(const Gpt2Sizes& sizes);
// Final norm, projection onto the vocabulary without bias, loss of the next token.
Program gpt2Head(const Gpt2Sizes& sizes);

// Convolution 7x7 stride 2, batch norm, ReLU in place, max pooling 3x3 stride 2.
Program convolutionStem(std::int64_t channels);
// Residual bottleneck: 1x1, 3x3 with the stride, 1x1 convolutions with batch norm; 1x1 projection of the shortcut where
// shapes differ.
Program bottleneck(std::int64_t in, std::int64_t inner, std::int64_t out, std::int64_t stride);

}
