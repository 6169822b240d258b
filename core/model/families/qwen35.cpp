// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/families/llamalike.h"
#include "core/words/model.h"

namespace stagecraft {

namespace {

LlamaDefaults defaultsOf(bool sparse)
{
    LlamaDefaults defaults; // complete, because files with a vision tower omit default values
    defaults.layers = sparse ? 40 : 32;
    defaults.hidden = sparse ? 2048 : 4096;
    defaults.intermediate = sparse ? "shared_expert_intermediate_size" : "intermediate_size";
    defaults.intermediate_width = sparse ? 512 : 12288;
    defaults.vocabulary = 248320;
    defaults.heads = 16;
    defaults.kv_heads = sparse ? 2 : 4;
    defaults.head_width = 256;
    defaults.positions = 32768;
    defaults.rotary_share = 0.25;
    return defaults;
}

DeltaSizes readDelta(ConfigFields& fields)
{
    DeltaSizes delta;
    delta.key_heads = fields.integerOr("linear_num_key_heads", 16, 1, maxDimension);
    delta.value_heads = fields.integerOr("linear_num_value_heads", 32, 1, maxDimension);
    delta.key_width = fields.integerOr("linear_key_head_dim", 128, 1, maxDimension);
    delta.value_width = fields.integerOr("linear_value_head_dim", 128, 1, maxDimension);
    delta.kernel = fields.integerOr("linear_conv_kernel_dim", 4, 1, 64);
    fields.requireMultiple("linear_num_value_heads", delta.value_heads, "linear_num_key_heads", delta.key_heads);
    return delta;
}

Experts readExperts(ConfigFields& fields, const LlamaLike& sizes)
{
    Experts experts;
    experts.width = sizes.hidden;
    experts.intermediate = fields.integerOr("moe_intermediate_size", 512, 1, maxDimension);
    experts.count = fields.integerOr(fields.either("num_local_experts", "num_experts"), 256, 1, maxDimension);
    experts.active = fields.integerOr("num_experts_per_tok", 8, 1, experts.count);
    experts.activation = sizes.activation;
    return experts;
}

// Qwen3_5TextConfig and Qwen3_5MoeTextConfig: most blocks use a gated delta net, every fourth gated attention.
void readLanguageModel(ConfigFields& fields, Model& model, const Head& head, bool sparse)
{
    LlamaLike sizes = readLlamaLike(fields, defaultsOf(sparse));
    sizes.qkv_bias = sizes.output_bias = fields.flagOr("attention_bias", false);
    sizes.norm_around_one = true;
    sizes.head_norm = true;
    sizes.window = 0;
    sizes.rotary_joined = true;
    sizes.rotary_per_sample = true;
    sizes.output_gate = true;
    sizes.head = head;
    if (sparse) {
        sizes.experts = readExperts(fields, sizes);
        sizes.shared_intermediate = sizes.intermediate;
    }
    const std::int64_t interval = fields.integerOr("full_attention_interval", 4, 1, maxLayers);
    const auto types =
        readLayerTypes(fields, sizes.layers, {"full_attention", "linear_attention"},
                       [&](std::int64_t i) { return (i + 1) % interval != 0 ? "linear_attention" : "full_attention"; });
    for (const std::string& type : types) {
        sizes.windowed.push_back(type == "linear_attention");
    }
    const LlamaLike full = sizes;
    sizes.delta = readDelta(fields);
    if (!fields.error()) {
        buildLlamaLike(sizes, full, model, {});
    }
}

// Reads the language model of a file that also has a vision tower.
void readWithVision(ConfigFields& fields, Model& model, const char* architecture, bool sparse)
{
    readLanguageModelOf(fields, model, architecture, words::model::without_tower,
                        [&](ConfigFields& text) { readLanguageModel(text, model, {}, sparse); });
}

}

void readQwen35Text(ConfigFields& fields, Model& model)
{
    const Head head = readHead(
        fields, model, {"Qwen3_5ForCausalLM", "Qwen3_5TextForSequenceClassification", "Qwen3_5ForTokenClassification"});
    readLanguageModel(fields, model, head, false);
}

void readQwen35(ConfigFields& fields, Model& model)
{
    readWithVision(fields, model, "Qwen3_5ForConditionalGeneration", false);
}

void readQwen35MoeText(ConfigFields& fields, Model& model)
{
    requireArchitecture(fields, {"Qwen3_5MoeForCausalLM"});
    readLanguageModel(fields, model, {}, true);
}

void readQwen35Moe(ConfigFields& fields, Model& model)
{
    readWithVision(fields, model, "Qwen3_5MoeForConditionalGeneration", true);
}

}
