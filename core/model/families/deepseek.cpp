// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/families/experts.h"
#include "core/model/families/llamalike.h"
#include "core/words/model.h"

namespace stagecraft {

namespace {

// Reads routed experts with a shared expert; the first blocks are dense. Returns, by block, true if it has experts.
std::vector<bool> readExperts(ConfigFields& fields, LlamaLike& sizes, const SigmoidDefaults& defaults,
                              std::int64_t usual_dense)
{
    const Experts experts = readSigmoidExperts(fields, sizes.hidden, sizes.activation, defaults);
    sizes.experts = experts;
    sizes.shared_switch = false;
    sizes.shared_intermediate = experts.intermediate * fields.integerOr("n_shared_experts", 1, 1, maxDimension);
    const std::int64_t dense = fields.integerOr("first_k_dense_replace", usual_dense, 0, maxLayers);
    std::vector<bool> sparse;
    for (std::int64_t i = 0; i < sizes.layers; ++i) {
        sparse.push_back(i >= dense);
    }
    return sparse;
}

}

// DeepseekV3Config. DeepSeek-AI 2024.
void readDeepseekV3(ConfigFields& fields, Model& model)
{
    LatentSizes latent;
    latent.query_rank = fields.isWritten("q_lora_rank") ? fields.integerOr("q_lora_rank", 0, 1, maxDimension) : 1536;
    latent.key_rank = fields.integerOr("kv_lora_rank", 512, 1, maxDimension);
    latent.still_width = fields.integerOr("qk_nope_head_dim", 128, 1, maxDimension);
    latent.rotary_width = fields.integerOr("qk_rope_head_dim", 64, 2, maxDimension);
    latent.value_width = fields.integerOr("v_head_dim", 128, 1, maxDimension);
    latent.bias = fields.flagOr("attention_bias", false);
    LlamaDefaults defaults;
    defaults.head_width = latent.rotary_width;
    defaults.positions = 4096;
    LlamaLike sizes = readLlamaLike(fields, defaults);
    if (sizes.kv_heads != sizes.heads) {
        fields.fail(ErrorCode::FieldInconsistent,
                    {std::string("num_key_value_heads"), words::model::keys_of_latent_heads});
    }
    sizes.latent = latent;
    sizes.window = 0;
    sizes.output_bias = latent.bias;
    sizes.rotary_form = fields.flagOr("rope_interleave", true) ? RotaryForm::Pairs : RotaryForm::TurnedHalves;
    const std::vector<bool> sparse = readExperts(fields, sizes, {.groups = 8, .active_groups = 4, .scaling = 2.5}, 3);
    sizes.head = readLlamaLikeHead(fields, model, "DeepseekV3");
    if (!fields.error()) {
        buildLlamaLike(sizes, model, sparse);
    }
}

// Glm4MoeConfig. GLM-4.5 Team 2025.
void readGlm4Moe(ConfigFields& fields, Model& model)
{
    LlamaDefaults defaults;
    defaults.kv_heads = 8;
    defaults.positions = 131072;
    defaults.rotary_share = 0.5;
    defaults.norm_epsilon = 1e-5;
    LlamaLike sizes = readLlamaLike(fields, defaults);
    sizes.window = 0;
    sizes.qkv_bias = fields.flagOr("attention_bias", false);
    sizes.head_norm = fields.flagOr("use_qk_norm", false);
    sizes.rotary_joined = true;
    const std::vector<bool> sparse = readExperts(fields, sizes, {}, 1);
    requireArchitecture(fields, {"Glm4MoeForCausalLM"});
    if (!fields.error()) {
        buildLlamaLike(sizes, model, sparse);
    }
}

// MiniMaxM2Config: all blocks have experts; queries and keys are normed over all heads.
void readMinimaxM2(ConfigFields& fields, Model& model)
{
    LlamaDefaults defaults;
    defaults.kv_heads = 8;
    defaults.head_width = 128;
    defaults.positions = 196608;
    defaults.rotary_base = 5e6;
    LlamaLike sizes = readLlamaLike(fields, defaults);
    const std::int64_t turned = fields.integerOr("rotary_dim", 0, 0, sizes.head_width);
    if (turned > 0 && !fields.hasValue("partial_rotary_factor")) { // published files use rotary_dim
        sizes.rotary_share = static_cast<double>(turned) / static_cast<double>(sizes.head_width);
    }
    sizes.window = 0;
    sizes.whole_norm = true;
    sizes.rotary_joined = true;
    Experts experts;
    experts.width = sizes.hidden;
    experts.intermediate = sizes.intermediate;
    experts.count = fields.integerOr(fields.either("num_experts", "num_local_experts"), 256, 1, maxDimension);
    experts.active = fields.integerOr("num_experts_per_tok", 8, 1, experts.count);
    experts.activation = sizes.activation;
    experts.score = RouterScore::Sigmoid;
    sizes.experts = experts;
    if (fields.numberOr("router_jitter_noise", 0, 0, 1) > 0) {
        model.notes.emplace_back(words::model::router_noise);
    }
    requireArchitecture(fields, {"MiniMaxM2ForCausalLM"});
    if (!fields.error()) {
        buildLlamaLike(sizes, model);
    }
}

}
