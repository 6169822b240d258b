// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/families/experts.h"
#include "core/model/families/llamalike.h"
#include "core/words/model.h"

namespace stagecraft {

namespace {

// Defaults of the Qwen classes.
LlamaDefaults qwenDefaults(ConfigFields& fields, std::int64_t kv_heads)
{
    LlamaDefaults defaults;
    defaults.kv_heads = kv_heads;
    defaults.positions = 32768;
    defaults.window = fields.isWritten("sliding_window") ? 0 : 4096; // null disables it
    return defaults;
}

// Default windows by block: from block `max_window_layers` on.
bool behind(std::int64_t layer, std::int64_t most)
{
    return layer >= most;
}
// Default windows by block: every other block before `max_window_layers` (Qwen2MoeConfig).
bool everyOtherBefore(std::int64_t layer, std::int64_t most)
{
    return layer % 2 == 0 && layer < most;
}

// Reads the window, which applies only if enabled and only to the blocks in `layer_types`.
void readWindows(ConfigFields& fields, LlamaLike& sizes, bool (*usual)(std::int64_t, std::int64_t))
{
    const bool on = fields.flagOr("use_sliding_window", false);
    const std::int64_t most = fields.integerOr("max_window_layers", 28, 0, maxLayers);
    sizes.window = on ? sizes.window : 0;
    const auto types = fields.texts("layer_types", "num_hidden_layers", sizes.layers);
    for (std::int64_t i = 0; i < sizes.layers && !fields.error(); ++i) {
        if (!types) {
            sizes.windowed.push_back(usual(i, most));
            continue;
        }
        const std::string& type = (*types)[static_cast<std::size_t>(i)];
        const std::string name = "layer_types[" + std::to_string(i) + "]";
        const bool windowed = type == "sliding_attention";
        if (!windowed && type != "full_attention") {
            fields.fail(ErrorCode::FieldUnknownValue, {name, type, std::string("full_attention, sliding_attention")});
        } else if (windowed && sizes.window == 0) {
            fields.fail(ErrorCode::FieldInconsistent, {name, words::model::sliding_without_window});
        }
        sizes.windowed.push_back(windowed);
    }
}

// `count`: name of the field with the number of experts.
Experts readExperts(ConfigFields& fields, const LlamaLike& sizes, const char* count, std::int64_t usual_active,
                    bool usually_normalised)
{
    Experts experts;
    experts.width = sizes.hidden;
    experts.intermediate = fields.integer("moe_intermediate_size", 1, maxDimension);
    experts.count = fields.integer(count, 1, maxDimension);
    experts.active = fields.integerOr("num_experts_per_tok", usual_active, 1, experts.count);
    experts.activation = sizes.activation;
    experts.normalised = fields.flagOr("norm_topk_prob", usually_normalised);
    return experts;
}

}

// Qwen2Config. Yang et al. 2024.
void readQwen2(ConfigFields& fields, Model& model)
{
    LlamaLike sizes = readLlamaLike(fields, qwenDefaults(fields, 32));
    sizes.qkv_bias = true;
    readWindows(fields, sizes, behind);
    sizes.head = readLlamaLikeHead(fields, model, "Qwen2");
    if (!fields.error()) {
        buildLlamaLike(sizes, model);
    }
}

// Qwen3Config. Yang et al. 2025.
void readQwen3(ConfigFields& fields, Model& model)
{
    LlamaDefaults defaults = qwenDefaults(fields, 32);
    defaults.head_width = 128;
    LlamaLike sizes = readLlamaLike(fields, defaults);
    sizes.qkv_bias = sizes.output_bias = fields.flagOr("attention_bias", false);
    sizes.head_norm = true;
    readWindows(fields, sizes, behind);
    sizes.head = readLlamaLikeHead(fields, model, "Qwen3");
    if (!fields.error()) {
        buildLlamaLike(sizes, model);
    }
}

// Qwen2MoeConfig: routed experts and a shared expert.
void readQwen2Moe(ConfigFields& fields, Model& model)
{
    LlamaLike sizes = readLlamaLike(fields, qwenDefaults(fields, 16));
    sizes.qkv_bias = fields.flagOr("qkv_bias", true);
    sizes.shared_intermediate = fields.integer("shared_expert_intermediate_size", 1, maxDimension);
    readWindows(fields, sizes, everyOtherBefore);
    sizes.experts = readExperts(fields, sizes, "num_experts", 4, false);
    const std::vector<bool> sparse = sparseLayers(fields, sizes.layers);
    sizes.head = readLlamaLikeHead(fields, model, "Qwen2Moe");
    if (!fields.error()) {
        buildLlamaLike(sizes, model, sparse);
    }
}

// Qwen3MoeConfig: all blocks are windowed if the window is enabled.
void readQwen3Moe(ConfigFields& fields, Model& model)
{
    LlamaLike sizes = readLlamaLike(fields, qwenDefaults(fields, 4));
    sizes.qkv_bias = sizes.output_bias = fields.flagOr("attention_bias", false);
    sizes.head_norm = true;
    sizes.window = fields.flagOr("use_sliding_window", false) ? sizes.window : 0;
    sizes.experts = readExperts(fields, sizes, fields.either("num_local_experts", "num_experts"), 8, false);
    const std::vector<bool> sparse = sparseLayers(fields, sizes.layers);
    sizes.head = readLlamaLikeHead(fields, model, "Qwen3Moe");
    if (!fields.error()) {
        buildLlamaLike(sizes, model, sparse);
    }
}

// MixtralConfig. Jiang et al. 2024.
void readMixtral(ConfigFields& fields, Model& model)
{
    LlamaDefaults defaults;
    defaults.kv_heads = 8;
    defaults.positions = 4096 * 32;
    defaults.rotary_base = 1e6;
    LlamaLike sizes = readLlamaLike(fields, defaults);
    Experts experts;
    experts.width = sizes.hidden;
    experts.intermediate = sizes.intermediate;
    experts.count = fields.integerOr(fields.either("num_experts", "num_local_experts"), 8, 1, maxDimension);
    experts.active = fields.integerOr("num_experts_per_tok", 2, 1, experts.count);
    experts.activation = sizes.activation;
    sizes.experts = experts;
    if (fields.numberOr("router_jitter_noise", 0, 0, 1) > 0) {
        model.notes.emplace_back(words::model::router_noise);
    }
    sizes.head = readLlamaLikeHead(fields, model, "Mixtral");
    if (!fields.error()) {
        buildLlamaLike(sizes, model);
    }
}

}
