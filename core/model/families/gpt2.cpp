// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/families/families.h"

namespace stagecraft {

// Field names and defaults: transformers, GPT2Config. Architecture: Radford et al. 2019.
void readGpt2(ConfigFields& fields, Model& model)
{
    const std::int64_t layers = fields.integer("n_layer", 1, maxLayers);
    const std::int64_t hidden = fields.integer("n_embd", 1, maxDimension);
    const std::int64_t heads = fields.integer("n_head", 1, maxDimension);
    const std::int64_t vocabulary = fields.integer("vocab_size", 1, maxVocabulary);
    const std::int64_t positions = fields.integer("n_positions", 1, maxVocabulary);
    const std::int64_t intermediate = fields.integerOr("n_inner", 4 * hidden, 1, maxDimension);
    const double epsilon = fields.numberOr("layer_norm_epsilon", 1e-5, 0, 1);
    const auto activation = fields.choiceOr("activation_function", Activation::GeluNew);
    const bool tied = fields.flagOr("tie_word_embeddings", true);
    fields.requireMultiple("n_embd", hidden, "n_head", heads);
    for (const char* unusual : {"scale_attn_by_inverse_layer_idx", "reorder_and_upcast_attn", "add_cross_attention"}) {
        if (fields.flagOr(unusual, false)) {
            fields.fail(ErrorCode::FieldUnknownValue,
                        {std::string(unusual), std::string("true"), std::string("false")});
        }
    }
    const auto architecture = fields.firstOf("architectures");
    if (architecture && *architecture != "GPT2LMHeadModel") {
        fields.fail(ErrorCode::FieldUnknownValue,
                    {std::string("architectures"), *architecture, std::string("GPT2LMHeadModel")});
    }
    const bool dropout = fields.numberOr("resid_pdrop", 0, 0, 1) > 0 || fields.numberOr("embd_pdrop", 0, 0, 1) > 0
        || fields.numberOr("attn_pdrop", 0, 0, 1) > 0;
    if (fields.error()) {
        return;
    }

    if (dropout) {
        model.notes.push_back(
            "The dropout that the file names is not applied: layers are measured and trained without dropout.");
    }
    model.sample = SampleKind::Tokens;
    model.longest_sequence = positions;
    model.default_sequence = positions;
    model.layers.push_back({"embedding", TokenEmbedding {vocabulary, positions, hidden}});
    for (std::int64_t i = 0; i < layers; ++i) {
        model.layers.push_back(
            {"block " + std::to_string(i), TransformerBlock {hidden, heads, intermediate, activation, epsilon}});
    }
    model.layers.push_back({"head", LanguageModelHead {hidden, vocabulary, epsilon, tied}});
}

}
