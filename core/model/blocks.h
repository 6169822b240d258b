// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/model.h"

namespace stagecraft {

// Layers shared by families, the zoo and tests.

// Returns the name under which an embedding and the output projection share their weight; empty if untied.
inline std::string tiedName(bool tied)
{
    return tied ? "token_embedding" : "";
}

// Appends a dropout and returns its result. Appends nothing and returns `value` if the probability is 0.
int addDropout(ProgramBuilder& builder, double probability, int value);

// Token embedding, with dropout if its probability is above 0.
Program plainEmbedding(std::int64_t vocabulary, std::int64_t hidden, bool tied, double dropout = 0);
// Final norm, projection onto the vocabulary without bias, next-token loss.
Program languageModelHead(const LayerNorm& norm, std::int64_t vocabulary, bool tied);
// Fills the chain with one embedding, `count` equal blocks and a head.
void setLayers(Model& model, Program embedding, const Program& block, std::int64_t count, Program head);
// Sets the sequence fields common to all token models.
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
    double residual_dropout = 0; // applied to each branch before its residual addition
};

// Sum of token embedding and learned position embedding.
Program gpt2Embedding(const Gpt2Sizes& sizes);
// Pre-norm block: x + attention(norm(x)), then x + mlp(norm(x)). All projections have a bias; attention is causal.
Program gpt2Block(const Gpt2Sizes& sizes);
// Final norm, projection onto the vocabulary without bias, next-token loss.
Program gpt2Head(const Gpt2Sizes& sizes);

// Convolution 7x7 stride 2, batch norm, ReLU in place, max pooling 3x3 stride 2.
Program convolutionStem(std::int64_t channels);
// Residual bottleneck: 1x1, strided 3x3 and 1x1 convolutions with batch norm; a 1x1 projection of the shortcut if
// shapes differ.
Program bottleneck(std::int64_t in, std::int64_t inner, std::int64_t out, std::int64_t stride);

}
