// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/families/gemma4.h"

#include "core/words/model.h"

#include <algorithm>

namespace stagecraft {

namespace {

constexpr double mostOfABase = 1e12;

double rotaryBase(ConfigFields& fields, const char* type, double usual)
{
    double base = usual;
    fields.within("rope_parameters",
                  [&](ConfigFields& inner) { base = inner.numberIn(type, "rope_theta", usual, 1, mostOfABase); });
    return base;
}

// Reads the heads of blocks with full attention: from separate fields, or, as written by transformers 5.24, from an
// object per block.
void readFullHeads(ConfigFields& fields, Gemma4Sizes& sizes)
{
    sizes.full.head_width = fields.integerOr("global_head_dim", 512, 2, maxDimension);
    sizes.full.kv_heads = sizes.keys_as_values
        ? fields.integerOr("num_global_key_value_heads", sizes.sliding.kv_heads, 1, maxDimension)
        : sizes.sliding.kv_heads;
    fields.within("per_layer_config", [&](ConfigFields& layers) {
        bool first = true;
        for (std::size_t i = 0; i < sizes.is_full.size(); ++i) {
            const std::string name = std::to_string(i);
            Gemma4Heads heads = sizes.sliding;
            layers.within(name.c_str(), [&](ConfigFields& inner) {
                heads.head_width = inner.integerOr("head_dim", heads.head_width, 2, maxDimension);
                heads.kv_heads = inner.integerOr("num_key_value_heads", heads.kv_heads, 1, maxDimension);
            });
            const Gemma4Heads& known = sizes.is_full[i] && first ? heads
                : sizes.is_full[i]                               ? sizes.full
                                                                 : sizes.sliding;
            if (heads.head_width != known.head_width || heads.kv_heads != known.kv_heads) {
                layers.fail(ErrorCode::FieldInconsistent, {name, words::model::same_heads});
            }
            if (sizes.is_full[i]) {
                sizes.full.head_width = heads.head_width;
                sizes.full.kv_heads = heads.kv_heads;
                first = false;
            }
        }
    });
    sizes.full.base = rotaryBase(fields, "full_attention", 1e6);
}

void readTypes(ConfigFields& fields, Gemma4Sizes& sizes)
{
    constexpr std::int64_t pattern = 6;
    const auto types =
        readLayerTypes(fields, sizes.layers, {"full_attention", "sliding_attention"},
                       [](std::int64_t i) { return (i + 1) % pattern != 0 ? "sliding_attention" : "full_attention"; });
    for (const std::string& type : types) {
        sizes.is_full.push_back(type == "full_attention");
    }
    if (!sizes.is_full.empty()) {
        sizes.is_full.back() = true; // as in transformers, regardless of the file
    }
}

// Reads key-value sharing: the last blocks reuse keys and values of the last earlier block of their type.
void readSharing(ConfigFields& fields, Gemma4Sizes& sizes)
{
    sizes.sharing = fields.integerOr("num_kv_shared_layers", 0, 0, sizes.layers - 1);
    sizes.wider = fields.flagOr("use_double_wide_mlp", false);
    if (sizes.sharing == 0 || fields.error()) {
        return;
    }
    const auto first = sizes.is_full.begin();
    const auto shared = first + (sizes.layers - sizes.sharing);
    for (const bool full : {false, true}) {
        if (std::find(first, shared, full) == shared
            && std::find(shared, sizes.is_full.end(), full) != sizes.is_full.end()) {
            fields.fail(ErrorCode::FieldInconsistent,
                        {std::string("num_kv_shared_layers"),
                         say(words::model::no_block_left, std::string(full ? "full_attention" : "sliding_attention"))});
        }
    }
}

void readExperts(ConfigFields& fields, Gemma4Sizes& sizes)
{
    if (!fields.flagOr("enable_moe_block", false)) {
        return;
    }
    Experts experts;
    experts.width = sizes.hidden;
    experts.intermediate = fields.integer("moe_intermediate_size", 1, maxDimension);
    experts.count = fields.integer("num_experts", 1, maxDimension);
    experts.active = std::min(fields.integer("top_k_experts", 1, maxDimension), experts.count);
    experts.activation = sizes.activation;
    experts.router_width = sizes.hidden;
    experts.normed_router = true;
    experts.norm_epsilon = sizes.norm_epsilon;
    sizes.experts = experts;
}

// Reads Gemma4TextConfig. `tied`: true if embedding and output projection share their weight.
void readLanguageModel(ConfigFields& fields, Model& model, bool tied)
{
    Gemma4Sizes sizes;
    sizes.tied = tied;
    sizes.layers = fields.integerOr("num_hidden_layers", 30, 1, maxDescribedLayers);
    sizes.hidden = fields.integerOr("hidden_size", 2304, 1, maxDimension);
    sizes.intermediate = fields.integerOr("intermediate_size", 9216, 1, maxDimension);
    sizes.vocabulary = fields.integerOr("vocab_size", 262144, 1, maxVocabulary);
    sizes.heads = fields.integerOr("num_attention_heads", 8, 1, maxDimension);
    sizes.sliding.kv_heads = fields.integerOr("num_key_value_heads", 4, 1, maxDimension);
    sizes.sliding.head_width = fields.integerOr("head_dim", 256, 2, maxDimension);
    sizes.sliding.base = rotaryBase(fields, "sliding_attention", 10000);
    sizes.norm_epsilon = fields.numberOr("rms_norm_eps", 1e-6, 0, 1);
    sizes.activation = fields.activationOr("hidden_activation", Activation::GeluTanh);
    sizes.bias = fields.flagOr("attention_bias", false);
    sizes.dropout = readDropout(fields, "attention_dropout", 0);
    sizes.softcap = fields.numberOr("final_logit_softcapping", 0, 0, 1e6);
    sizes.window = fields.integerOr("sliding_window", 512, 1, maxVocabulary);
    const std::string both_ways = fields.textOr("use_bidirectional_attention", "vision");
    sizes.causal = both_ways != "all"; // otherwise only image tokens attend bidirectionally
    if (!sizes.causal) {
        sizes.window = sizes.window / 2 + 1;
    } else if (both_ways != "vision") {
        fields.fail(ErrorCode::FieldUnknownValue,
                    {std::string("use_bidirectional_attention"), both_ways, std::string("all, vision")});
    }
    sizes.keys_as_values = fields.flagOr("attention_k_eq_v", false);
    sizes.own_width = fields.isWritten("hidden_size_per_layer_input")
        ? fields.integerOr("hidden_size_per_layer_input", 0, 0, maxDimension)
        : 256;
    sizes.own_vocabulary = fields.integerOr("vocab_size_per_layer_input", 262144, 1, maxVocabulary);
    readTypes(fields, sizes);
    readFullHeads(fields, sizes);
    readSharing(fields, sizes);
    readExperts(fields, sizes);
    fields.requireMultiple("num_attention_heads", sizes.heads, "num_key_value_heads", sizes.sliding.kv_heads);
    fields.requireMultiple("num_attention_heads", sizes.heads, "num_global_key_value_heads", sizes.full.kv_heads);
    if (sizes.sliding.head_width % 2 != 0 || sizes.full.head_width % 2 != 0) {
        const bool sliding = sizes.sliding.head_width % 2 != 0;
        fields.fail(ErrorCode::FieldUnknownValue,
                    {std::string(sliding ? "head_dim" : "global_head_dim"),
                     std::to_string(sliding ? sizes.sliding.head_width : sizes.full.head_width),
                     words::model::even_numbers});
    }
    const std::int64_t positions = fields.integerOr("max_position_embeddings", 131072, 1, maxVocabulary);
    if (!fields.error()) {
        buildGemma4(sizes, positions, model);
    }
}

}

void readGemma4Text(ConfigFields& fields, Model& model)
{
    requireArchitecture(fields, {"Gemma4ForCausalLM"});
    readLanguageModel(fields, model, fields.flagOr("tie_word_embeddings", true));
}

// Gemma4Config: the language model of a file that also has image and audio towers.
void readGemma4(ConfigFields& fields, Model& model)
{
    const bool tied = fields.flagOr("tie_word_embeddings", true);
    readLanguageModelOf(fields, model, "Gemma4ForConditionalGeneration", words::model::without_towers,
                        [&](ConfigFields& text) { readLanguageModel(text, model, tied); });
}

}
