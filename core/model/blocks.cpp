// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/blocks.h"

namespace stagecraft {

int addDropout(ProgramBuilder& builder, double probability, int value)
{
    return probability > 0 ? builder.add(Dropout {probability}, {value}) : value;
}

Program plainEmbedding(std::int64_t vocabulary, std::int64_t hidden, bool tied, double dropout)
{
    ProgramBuilder builder("token_embedding", Feed::TokenIds);
    const int tokens = builder.add("token", Embedding {vocabulary, hidden, tiedName(tied)}, {ProgramBuilder::input});
    if (dropout > 0) {
        addDropout(builder, dropout, builder.hold(tokens));
    }
    return builder.finish();
}

Program languageModelHead(const LayerNorm& norm, std::int64_t vocabulary, bool tied)
{
    ProgramBuilder head("language_model_head", Feed::Hidden);
    const int hidden = head.add("norm", norm, {ProgramBuilder::input});
    Linear projection {norm.width, vocabulary, false};
    projection.shared = tiedName(tied);
    const int logits = head.hold(head.add("projection", projection, {hidden}));
    head.add("loss", CrossEntropy {vocabulary, true}, {logits});
    return head.finish();
}

void setLayers(Model& model, Program embedding, const Program& block, std::int64_t count, Program head)
{
    model.layers.push_back({"embedding", std::move(embedding)});
    for (std::int64_t i = 0; i < count; ++i) {
        model.layers.push_back({"block " + std::to_string(i), block});
    }
    model.layers.push_back({"head", std::move(head)});
}

void setPositions(Model& model, std::int64_t positions)
{
    model.sample = SampleKind::Tokens;
    model.default_sequence = model.longest_sequence = positions;
}

}
