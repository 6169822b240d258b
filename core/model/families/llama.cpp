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
    requireArchitecture(fields, {"LlamaForCausalLM"});
    if (!fields.error()) {
        buildLlamaLike(sizes, model);
    }
}

// MistralConfig. Jiang et al. 2023.
void readMistral(ConfigFields& fields, Model& model)
{
    LlamaDefaults defaults;
    defaults.kv_heads = 8;
    defaults.window = fields.isWritten("sliding_window") ? 0 : 4096; // null turns it off
    const LlamaLike sizes = readLlamaLike(fields, defaults);
    requireArchitecture(fields, {"MistralForCausalLM"});
    if (!fields.error()) {
        buildLlamaLike(sizes, model);
    }
}

// Phi3Config. Abdin et al. 2024.
void readPhi3(ConfigFields& fields, Model& model)
{
    LlamaLike sizes = readLlamaLike(fields);
    sizes.packed = true;
    requireArchitecture(fields, {"Phi3ForCausalLM"});
    sizes.residual_dropout = readDropout(fields, "resid_pdrop", 0);
    if (!fields.error()) {
        buildLlamaLike(sizes, model);
    }
}

// GemmaConfig. Gemma Team 2024.
void readGemma(ConfigFields& fields, Model& model)
{
    LlamaDefaults defaults;
    defaults.head_width = 256;
    defaults.tied = true;
    LlamaLike sizes = readLlamaLike(fields, defaults);
    sizes.activation = fields.activationOr("hidden_activation", sizes.activation);
    sizes.qkv_bias = sizes.output_bias = fields.flagOr("attention_bias", false);
    sizes.norm_around_one = true;
    sizes.scaled_embedding = true;
    sizes.window = 0;
    requireArchitecture(fields, {"GemmaForCausalLM"});
    if (!fields.error()) {
        buildLlamaLike(sizes, model);
    }
}

}
