// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/families/llamalike.h"

#include <algorithm>

namespace stagecraft {

namespace {

// Only where it is turned on, and then from layer `max_window_layers` on.
void readWindow(ConfigFields& fields, LlamaLike& sizes)
{
    if (!fields.flagOr("use_sliding_window", false)) {
        sizes.window = 0;
        return;
    }
    sizes.layers_without_window = fields.integerOr("max_window_layers", 28, 0, maxLayers);
}

// Which layers have experts: every `decoder_sparse_step`th, without those in `mlp_only_layers`.
std::vector<bool> sparseLayers(ConfigFields& fields, std::int64_t layers)
{
    const std::int64_t step = fields.integerOr("decoder_sparse_step", 1, 1, maxLayers);
    const std::vector<std::int64_t> dense = fields.integersOr("mlp_only_layers");
    std::vector<bool> sparse;
    for (std::int64_t i = 0; i < layers; ++i) {
        const bool listed = std::find(dense.begin(), dense.end(), i) != dense.end();
        sparse.push_back(!listed && (i + 1) % step == 0);
    }
    return sparse;
}

Experts readExperts(ConfigFields& fields, const LlamaLike& sizes, std::int64_t usual_active, bool usually_normalised)
{
    Experts experts;
    experts.width = sizes.hidden;
    experts.intermediate = fields.integer("moe_intermediate_size", 1, maxDimension);
    experts.count = fields.hasValue("num_local_experts") ? fields.integer("num_local_experts", 1, maxDimension)
                                                         : fields.integer("num_experts", 1, maxDimension);
    experts.active = fields.integerOr("num_experts_per_tok", usual_active, 1, experts.count);
    experts.activation = sizes.activation;
    experts.normalised = fields.flagOr("norm_topk_prob", usually_normalised);
    return experts;
}

}

// Qwen2Config. Yang et al. 2024.
void readQwen2(ConfigFields& fields, Model& model)
{
    LlamaLike sizes = readLlamaLike(fields);
    sizes.qkv_bias = true;
    readWindow(fields, sizes);
    requireArchitecture(fields, {"Qwen2ForCausalLM"});
    if (!fields.error()) {
        buildLlamaLike(sizes, model);
    }
}

// Qwen3Config. Yang et al. 2025.
void readQwen3(ConfigFields& fields, Model& model)
{
    LlamaDefaults defaults;
    defaults.head_width = 128;
    LlamaLike sizes = readLlamaLike(fields, defaults);
    sizes.qkv_bias = sizes.output_bias = fields.flagOr("attention_bias", false);
    sizes.head_norm = true;
    readWindow(fields, sizes);
    requireArchitecture(fields, {"Qwen3ForCausalLM"});
    if (!fields.error()) {
        buildLlamaLike(sizes, model);
    }
}

// Qwen2MoeConfig: routed experts beside one that every token passes.
void readQwen2Moe(ConfigFields& fields, Model& model)
{
    LlamaLike sizes = readLlamaLike(fields);
    sizes.qkv_bias = fields.flagOr("qkv_bias", true);
    sizes.shared_intermediate = fields.integer("shared_expert_intermediate_size", 1, maxDimension);
    readWindow(fields, sizes);
    sizes.experts = readExperts(fields, sizes, 4, false);
    const std::vector<bool> sparse = sparseLayers(fields, sizes.layers);
    requireArchitecture(fields, {"Qwen2MoeForCausalLM"});
    if (!fields.error()) {
        buildLlamaLike(sizes, model, sparse);
    }
}

// Qwen3MoeConfig.
void readQwen3Moe(ConfigFields& fields, Model& model)
{
    LlamaLike sizes = readLlamaLike(fields);
    sizes.qkv_bias = sizes.output_bias = fields.flagOr("attention_bias", false);
    sizes.head_norm = true;
    readWindow(fields, sizes);
    sizes.experts = readExperts(fields, sizes, 8, false);
    const std::vector<bool> sparse = sparseLayers(fields, sizes.layers);
    requireArchitecture(fields, {"Qwen3MoeForCausalLM"});
    if (!fields.error()) {
        buildLlamaLike(sizes, model, sparse);
    }
}

// MixtralConfig. Jiang et al. 2024.
void readMixtral(ConfigFields& fields, Model& model)
{
    LlamaDefaults defaults;
    defaults.kv_heads = 8;
    defaults.rotary_base = 1e6;
    LlamaLike sizes = readLlamaLike(fields, defaults);
    Experts experts;
    experts.width = sizes.hidden;
    experts.intermediate = sizes.intermediate;
    experts.count = fields.integerOr("num_local_experts", 8, 1, maxDimension);
    experts.active = fields.integerOr("num_experts_per_tok", 2, 1, experts.count);
    experts.activation = sizes.activation;
    sizes.experts = experts;
    if (fields.numberOr("router_jitter_noise", 0, 0, 1) > 0) {
        model.notes.push_back("The noise that the file gives the router is not applied.");
    }
    requireArchitecture(fields, {"MixtralForCausalLM"});
    if (!fields.error()) {
        buildLlamaLike(sizes, model);
    }
}

}
