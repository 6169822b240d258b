// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/families/llamalike.h"

namespace stagecraft {

// LlamaConfig. Touvron et al. 2023; Grattafiori et al. 2024.
void readLlama(ConfigFields& fields, Model& model)
{
    LlamaLike sizes = readLlamaLike(fields);
    sizes.qkv_bias = sizes.output_bias = fields.flagOr("attention_bias", false);
    sizes.mlp_bias = fields.flagOr("mlp_bias", false);
    sizes.window = 0;
    sizes.head = readLlamaLikeHead(fields, model, "Llama");
    if (!fields.error()) {
        buildLlamaLike(sizes, model);
    }
}

// MistralConfig. Jiang et al. 2023.
void readMistral(ConfigFields& fields, Model& model)
{
    LlamaDefaults defaults;
    defaults.kv_heads = 8;
    defaults.positions = 4096 * 32;
    defaults.window = fields.isWritten("sliding_window") ? 0 : 4096; // null disables it
    LlamaLike sizes = readLlamaLike(fields, defaults);
    sizes.head = readLlamaLikeHead(fields, model, "Mistral");
    if (!fields.error()) {
        buildLlamaLike(sizes, model);
    }
}

// Phi3Config. Abdin et al. 2024.
void readPhi3(ConfigFields& fields, Model& model)
{
    LlamaDefaults defaults;
    defaults.positions = 4096;
    LlamaLike sizes = readLlamaLike(fields, defaults);
    sizes.packed = true;
    sizes.head = readLlamaLikeHead(fields, model, "Phi3");
    sizes.residual_dropout = readDropout(fields, "resid_pdrop", 0);
    if (!fields.error()) {
        buildLlamaLike(sizes, model);
    }
}

// GemmaConfig. Gemma Team 2024.
void readGemma(ConfigFields& fields, Model& model)
{
    LlamaDefaults defaults;
    defaults.kv_heads = 16;
    defaults.head_width = 256;
    defaults.positions = 8192;
    defaults.tied = true;
    LlamaLike sizes = readLlamaLike(fields, defaults);
    sizes.activation = fields.activationOr("hidden_act", Activation::GeluTanh);
    sizes.activation = fields.activationOr("hidden_activation", sizes.activation);
    if (sizes.activation == Activation::Gelu) { // older files mean GeluTanh
        sizes.activation = Activation::GeluTanh;
    }
    sizes.causal = !fields.flagOr("use_bidirectional_attention", false);
    sizes.qkv_bias = sizes.output_bias = fields.flagOr("attention_bias", false);
    sizes.norm_around_one = true;
    sizes.scaled_embedding = true;
    sizes.window = 0;
    sizes.head = readLlamaLikeHead(fields, model, "Gemma");
    if (!fields.error()) {
        buildLlamaLike(sizes, model);
    }
}

}
