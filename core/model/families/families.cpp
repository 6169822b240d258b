// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/families/families.h"

#include "core/words/model.h"

#include <algorithm>
#include <array>

namespace stagecraft {

namespace {

// Kimi-K2 uses DeepSeek-V3's class; its files differ only in the name.
constexpr std::array all {
    Family {"bert", readBert},
    Family {"deepseek_v3", readDeepseekV3},
    Family {"falcon", readFalcon},
    Family {"gemma", readGemma},
    Family {"gemma3", readGemma3},
    Family {"gemma3_text", readGemma3Text},
    Family {"gemma4", readGemma4},
    Family {"gemma4_text", readGemma4Text},
    Family {"glm4_moe", readGlm4Moe},
    Family {"gpt2", readGpt2},
    Family {"gpt_neox", readGptNeoX},
    Family {"gpt_oss", readGptOss},
    Family {"kimi_k2", readDeepseekV3},
    Family {"llama", readLlama},
    Family {"llama4", readLlama4},
    Family {"llama4_text", readLlama4Text},
    Family {"minimax_m2", readMinimaxM2},
    Family {"mistral", readMistral},
    Family {"mixtral", readMixtral},
    Family {"nemotron_h", readNemotronH},
    Family {"opt", readOpt},
    Family {"phi3", readPhi3},
    Family {"qwen2", readQwen2},
    Family {"qwen2_moe", readQwen2Moe},
    Family {"qwen3", readQwen3},
    Family {"qwen3_moe", readQwen3Moe},
    Family {"qwen3_5", readQwen35},
    Family {"qwen3_5_moe", readQwen35Moe},
    Family {"qwen3_5_moe_text", readQwen35MoeText},
    Family {"qwen3_5_text", readQwen35Text},
    Family {"qwen3_vl", readQwen3Vl},
    Family {"qwen3_vl_moe", readQwen3VlMoe},
    Family {"t5", readT5},
    Family {"vit", readVit},
};

bool hasExperts(const Model& model)
{
    return std::any_of(model.layers.begin(), model.layers.end(), [](const Layer& layer) {
        const auto* program = std::get_if<Program>(&layer.spec);
        return program != nullptr
            && std::any_of(program->statements().begin(), program->statements().end(),
                           [](const Statement& s) { return std::holds_alternative<Experts>(s.op); });
    });
}

bool obeysLayerTypes(std::string_view family)
{
    constexpr std::array obeying {"gemma3",      "gemma3_text",      "gemma4",      "gemma4_text", "gpt_oss", "llama4",
                                  "llama4_text", "nemotron_h",       "qwen2",       "qwen2_moe",   "qwen3",   "qwen3_5",
                                  "qwen3_5_moe", "qwen3_5_moe_text", "qwen3_5_text"};
    return std::find(obeying.begin(), obeying.end(), family) != obeying.end();
}

}

std::span<const Family> families()
{
    return all;
}

namespace {

constexpr std::array<std::string_view, 8> rotaryKinds {"default",  "linear", "dynamic", "yarn",
                                                       "longrope", "llama3", "su",      "mrope"};

// Validates the scaling of rotary angles. It is not applied, as it changes values but no costs.
void checkScaling(ConfigFields& scaling)
{
    constexpr double least = 1e-6;
    constexpr double most = 1e12;
    for (const char* name : {"rope_type", "type"}) { // the latter in older files
        const std::string kind = scaling.textOr(name, "default");
        if (std::find(rotaryKinds.begin(), rotaryKinds.end(), kind) == rotaryKinds.end()) {
            scaling.fail(ErrorCode::FieldUnknownValue,
                         {std::string(name), kind, ArgumentList(rotaryKinds.begin(), rotaryKinds.end())});
        }
    }
    for (const char* name : {"factor", "low_freq_factor", "high_freq_factor", "original_max_position_embeddings"}) {
        scaling.numberOr(name, 1, least, most);
    }
}

}

RotaryFields readRotary(ConfigFields& fields, double base, double share)
{
    constexpr double most = 1e12;
    RotaryFields rotary;
    fields.within("rope_scaling", checkScaling);
    fields.within("rope_parameters", checkScaling);
    rotary.base = fields.numberOr("rope_theta", base, 1, most);
    rotary.base = fields.numberIn("rope_parameters", "rope_theta", rotary.base, 1, most);
    rotary.share = fields.numberOr("partial_rotary_factor", share, 0, 1);
    rotary.share = fields.numberIn("rope_parameters", "partial_rotary_factor", rotary.share, 0, 1);
    return rotary;
}

std::string requireArchitecture(ConfigFields& fields, std::initializer_list<const char*> known)
{
    const auto named = fields.firstOf("architectures");
    if (!named) {
        return *known.begin();
    }
    ArgumentList list;
    for (const char* architecture : known) {
        if (*named == architecture) {
            return *named;
        }
        list.emplace_back(std::string(architecture));
    }
    fields.fail(ErrorCode::FieldUnknownValue,
                {std::string("architectures"), *named,
                 say(words::model::or_no_architecture, list, std::string(*known.begin()))});
    return *known.begin();
}

void readLanguageModelOf(ConfigFields& fields, Model& model, const char* architecture, const Message& note,
                         const std::function<void(ConfigFields& text)>& read)
{
    requireArchitecture(fields, {architecture});
    if (!fields.hasValue("text_config")) {
        fields.fail(ErrorCode::FieldMissing, {std::string("text_config")});
        return;
    }
    fields.within("text_config", read);
    model.notes.push_back(note);
}

std::vector<std::string> readLayerTypes(ConfigFields& fields, std::int64_t layers,
                                        std::initializer_list<const char*> known,
                                        const std::function<std::string(std::int64_t layer)>& usual)
{
    const auto named = fields.texts("layer_types", "num_hidden_layers", layers);
    std::vector<std::string> types;
    for (std::int64_t i = 0; i < layers && !fields.error(); ++i) {
        types.push_back(named ? (*named)[static_cast<std::size_t>(i)] : usual(i));
        if (std::find(known.begin(), known.end(), types.back()) == known.end()) {
            ArgumentList list;
            for (const char* type : known) {
                list.emplace_back(std::string(type));
            }
            fields.fail(ErrorCode::FieldUnknownValue, {"layer_types[" + std::to_string(i) + "]", types.back(), list});
        }
    }
    return types;
}

void refuse(ConfigFields& fields, std::initializer_list<const char*> unusual)
{
    for (const char* name : unusual) {
        if (fields.flagOr(name, false)) {
            fields.fail(ErrorCode::FieldUnknownValue, {std::string(name), std::string("true"), std::string("false")});
        }
    }
}

void noteUnapplied(ConfigFields& fields, Model& model)
{
    const auto note = [&](bool unapplied, const PhraseOf<0>& words) {
        if (unapplied) {
            model.notes.emplace_back(words);
        }
    };
    note(fields.hasValue("quantization_config"), words::model::quantized);
    note(fields.flagOr("output_router_logits", false) && hasExperts(model), words::model::router_loss);
    note(fields.integerOr("pretraining_tp", 1, 0, maxDimension) > 1, words::model::sliced_products);
    note(fields.integerOr("chunk_size_feed_forward", 0, 0, maxDimension) > 0, words::model::chunked_feed_forward);
    for (const char* name : {"num_nextn_predict_layers", "num_mtp_modules", "mtp_num_hidden_layers"}) {
        if (fields.integerOr(name, 0, 0, maxLayers) > 0) {
            model.notes.push_back(say(words::model::further_tokens, std::string(name)));
        }
    }
    note(fields.countOr("pruned_heads", 0) > 0, words::model::pruned_heads);
    note(fields.hasValue("layer_types") && !obeysLayerTypes(model.family), words::model::layer_types);
}

double readDropout(ConfigFields& fields, const char* name, double usual)
{
    constexpr double most = 0.999; // excludes 1, which would drop everything
    return fields.numberOr(name, usual, 0, most);
}

}
