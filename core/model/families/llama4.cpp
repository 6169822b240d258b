// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/families/llamalike.h"
#include "core/words/model.h"

#include <algorithm>

namespace stagecraft {

namespace {

// Reads which layers have experts: those in `moe_layers`, or every `interleave_moe_layer_step`th.
std::vector<bool> sparseLayers(ConfigFields& fields, std::int64_t layers)
{
    const std::int64_t step = fields.integerOr("interleave_moe_layer_step", 1, 1, maxLayers);
    const std::vector<std::int64_t> listed = fields.integersOr("moe_layers");
    const bool lists = fields.hasValue("moe_layers");
    std::vector<bool> sparse;
    for (std::int64_t i = 0; i < layers; ++i) {
        sparse.push_back(lists ? std::find(listed.begin(), listed.end(), i) != listed.end() : (i + 1) % step == 0);
    }
    return sparse;
}

// Reads which layers have rotary positions: those with a 1 in `no_rope_layers`, or all except every
// `no_rope_layer_interval`th.
std::vector<bool> turningLayers(ConfigFields& fields, std::int64_t layers)
{
    const std::int64_t interval = fields.integerOr("no_rope_layer_interval", 4, 1, maxLayers);
    const std::vector<std::int64_t> listed = fields.integersOr("no_rope_layers");
    if (!listed.empty() && static_cast<std::int64_t>(listed.size()) < layers) {
        fields.fail(ErrorCode::FieldInconsistent,
                    {std::string("no_rope_layers"),
                     say(words::model::entries_but_field, listed.size(), std::string("num_hidden_layers"), layers)});
        return {};
    }
    std::vector<bool> turning;
    for (std::int64_t i = 0; i < layers; ++i) {
        turning.push_back(listed.empty() ? (i + 1) % interval != 0 : listed[static_cast<std::size_t>(i)] != 0);
    }
    return turning;
}

// Llama4TextConfig.
void readLanguageModel(ConfigFields& fields, Model& model)
{
    LlamaDefaults defaults; // complete, because files with a vision tower omit default values
    defaults.layers = 48;
    defaults.hidden = 5120;
    defaults.intermediate_width = 16384;
    defaults.vocabulary = 202048;
    defaults.heads = 40;
    defaults.kv_heads = 8;
    defaults.head_width = 128;
    defaults.positions = 4096 * 32;
    defaults.rotary_base = 500000;
    defaults.norm_epsilon = 1e-5;
    defaults.intermediate = "intermediate_size_mlp";
    LlamaLike sizes = readLlamaLike(fields, defaults);
    sizes.window = 0;
    sizes.qkv_bias = sizes.output_bias = fields.flagOr("attention_bias", false);
    sizes.rotary_form = RotaryForm::Complex;
    sizes.rotary_share = 1;
    sizes.plain_norm = fields.flagOr("use_qk_norm", true);
    const std::int64_t usual_chunk = fields.isWritten("attention_chunk_size") ? 0 : 8192; // null disables it
    sizes.chunk = fields.integerOr("attention_chunk_size", usual_chunk, 1, maxVocabulary);
    sizes.windowed = turningLayers(fields, sizes.layers);
    const auto types =
        readLayerTypes(fields, sizes.layers, {"full_attention", "chunked_attention"}, [&](std::int64_t i) {
            return !sizes.windowed.empty() && sizes.windowed[static_cast<std::size_t>(i)] ? "chunked_attention"
                                                                                          : "full_attention";
        });
    for (std::size_t i = 0; i < types.size(); ++i) {
        if ((types[i] == "chunked_attention") != sizes.windowed[i]) {
            fields.fail(ErrorCode::FieldInconsistent,
                        {"layer_types[" + std::to_string(i) + "]", words::model::chunks_need_rotary});
        }
    }
    Experts experts;
    experts.width = sizes.hidden;
    experts.intermediate = fields.integerOr("intermediate_size", 8192, 1, maxDimension);
    experts.count = fields.integerOr("num_local_experts", 16, 1, maxDimension);
    experts.active = fields.integerOr("num_experts_per_tok", 1, 1, experts.count);
    experts.activation = sizes.activation;
    sizes.experts = experts;
    sizes.dense_dispatch = true;
    sizes.shared_intermediate = experts.intermediate;
    const std::vector<bool> sparse = sparseLayers(fields, sizes.layers);
    LlamaLike open = sizes;
    open.rotary_share = 0;
    open.rotary_form = RotaryForm::TurnedHalves;
    open.plain_norm = false;
    open.chunk = 0;
    open.tempered = fields.flagOr("attn_temperature_tuning", true);
    if (!fields.error()) {
        buildLlamaLike(sizes, open, model, sparse);
    }
}

}

void readLlama4Text(ConfigFields& fields, Model& model)
{
    requireArchitecture(fields, {"Llama4ForCausalLM"});
    readLanguageModel(fields, model);
}

// Llama4Config: the language model of a file that also has a vision tower.
void readLlama4(ConfigFields& fields, Model& model)
{
    readLanguageModelOf(fields, model, "Llama4ForConditionalGeneration", words::model::without_vision,
                        [&](ConfigFields& text) { readLanguageModel(text, model); });
}

}
