// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/families/llamalike.h"
#include "core/words/common.h"
#include "core/words/model.h"

#include <algorithm>

namespace stagecraft {

namespace {

// Reads the rotary base of one block type: in transformers 5, `rope_parameters` has an object per type.
double rotaryBase(ConfigFields& fields, const char* type, const char* older, double usual)
{
    constexpr double most = 1e12;
    double base = fields.numberOr(older, usual, 1, most);
    fields.within("rope_parameters",
                  [&](ConfigFields& inner) { base = inner.numberIn(type, "rope_theta", base, 1, most); });
    return base;
}

// Gemma3TextConfig. Gemma Team 2025.
void readLanguageModel(ConfigFields& fields, Model& model, const Head& head)
{
    LlamaDefaults defaults; // complete, because files with a vision tower omit default values
    defaults.layers = 26;
    defaults.hidden = 2304;
    defaults.intermediate_width = 9216;
    defaults.vocabulary = 262208;
    defaults.heads = 8;
    defaults.kv_heads = 4;
    defaults.head_width = 256;
    defaults.positions = 131072;
    defaults.window = fields.isWritten("sliding_window") ? 0 : 4096;
    defaults.tied = true;
    LlamaLike sizes = readLlamaLike(fields, defaults);
    sizes.activation = fields.activationOr("hidden_activation", Activation::GeluTanh);
    sizes.causal = !fields.flagOr("use_bidirectional_attention", false);
    if (!sizes.causal) {
        sizes.window = sizes.window / 2 + 1;
    }
    sizes.qkv_bias = sizes.output_bias = fields.flagOr("attention_bias", false);
    sizes.norm_around_one = true;
    sizes.head_norm = true;
    sizes.output_norms = true;
    sizes.scaled_embedding = true;
    sizes.rotary_share = 1;
    sizes.rotary_base = rotaryBase(fields, "sliding_attention", "rope_local_base_freq", 10000);
    sizes.softcap = fields.numberOr("final_logit_softcapping", 0, 0, 1e6);
    sizes.head = head;
    // If it is set, only eager attention in transformers applies it.
    if (fields.numberOr("attn_logit_softcapping", 0, 0, 1e6) > 0) {
        fields.fail(ErrorCode::FieldUnknownValue,
                    {std::string("attn_logit_softcapping"), words::common::a_number, std::string("null")});
    }
    const std::int64_t pattern = fields.integerOr("sliding_window_pattern", 6, 1, maxLayers);
    const auto types =
        readLayerTypes(fields, sizes.layers, {"full_attention", "sliding_attention"},
                       [&](std::int64_t i) { return (i + 1) % pattern != 0 ? "sliding_attention" : "full_attention"; });
    for (const std::string& type : types) {
        sizes.windowed.push_back(type == "sliding_attention");
    }
    LlamaLike open = sizes;
    open.window = 0;
    open.rotary_base = rotaryBase(fields, "full_attention", "rope_theta", 1e6);
    const auto windowed = std::count(sizes.windowed.begin(), sizes.windowed.end(), true);
    if (windowed > 0 && windowed < sizes.layers && open.rotary_base != sizes.rotary_base) {
        open.other_rotary_base = sizes.rotary_base;
        sizes.other_rotary_base = open.rotary_base;
    }
    if (!fields.error()) {
        buildLlamaLike(sizes, open, model, {});
    }
}

}

void readGemma3Text(ConfigFields& fields, Model& model)
{
    const Head head = readHead(fields, model, {"Gemma3ForCausalLM", "Gemma3TextForSequenceClassification"});
    readLanguageModel(fields, model, head);
}

// Gemma3Config: the language model of a file that also has a vision tower.
void readGemma3(ConfigFields& fields, Model& model)
{
    readLanguageModelOf(fields, model, "Gemma3ForConditionalGeneration", words::model::without_vision,
                        [&](ConfigFields& text) { readLanguageModel(text, model, {}); });
}

}
