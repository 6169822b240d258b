// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/configfields.h"
#include "core/model/model.h"

#include <functional>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

namespace stagecraft {

// Family of Hugging Face config.json files. To add a family, write its read function in a file of this folder and one
// line in families.cpp. Field names and defaults are those of the family's configuration class in transformers; the
// operators keep the order of its model, so that autograd saves the same tensors.
struct Family {
    std::string_view model_type;
    // Fills layers, sequence limits and notes of a model whose name and source are set. Reports errors to `fields`.
    void (*read)(ConfigFields& fields, Model& model);
};

std::span<const Family> families();

// Limits that reject mistyped files; far above every published model.
inline constexpr std::int64_t maxLayers = 10'000;
// Layers of a model except layer tables, including those before and after its blocks: a search takes seconds.
inline constexpr std::int64_t maxDescribedLayers = 4'096;
inline constexpr std::int64_t maxDimension = 1 << 20;
inline constexpr std::int64_t maxVocabulary = 1 << 24;

// Rotary positions: transformers 4 writes rope_theta, transformers 5 rope_parameters. `share`: fraction of a head's
// width.
struct RotaryFields {
    double base = 10000;
    double share = 1;
};
RotaryFields readRotary(ConfigFields& fields, double base, double share = 1);

// Returns the first of the file's `architectures`, which must be in `known`; the first of `known` if the file names
// none.
std::string requireArchitecture(ConfigFields& fields, std::initializer_list<const char*> known);

// Reads the language model of a file with a vision tower, from the file's `text_config`. `note` names the parts of the
// file that are not built.
void readLanguageModelOf(ConfigFields& fields, Model& model, const char* architecture, const Message& note,
                         const std::function<void(ConfigFields& text)>& read);

// Fails if one of these flags is true: the feature that it enables is not supported.
void refuse(ConfigFields& fields, std::initializer_list<const char*> unusual);

// Adds notes about fields, common to all families, that are not applied.
void noteUnapplied(ConfigFields& fields, Model& model);

// Reads a dropout probability.
double readDropout(ConfigFields& fields, const char* name, double usual);

// Returns a type in `known` for each layer: from `layer_types`, or else from `usual`.
std::vector<std::string> readLayerTypes(ConfigFields& fields, std::int64_t layers,
                                        std::initializer_list<const char*> known,
                                        const std::function<std::string(std::int64_t layer)>& usual);

void readBert(ConfigFields& fields, Model& model);
void readDeepseekV3(ConfigFields& fields, Model& model);
void readFalcon(ConfigFields& fields, Model& model);
void readGemma(ConfigFields& fields, Model& model);
void readGemma3(ConfigFields& fields, Model& model);
void readGemma3Text(ConfigFields& fields, Model& model);
void readGemma4(ConfigFields& fields, Model& model);
void readGemma4Text(ConfigFields& fields, Model& model);
void readGlm4Moe(ConfigFields& fields, Model& model);
void readGpt2(ConfigFields& fields, Model& model);
void readGptNeoX(ConfigFields& fields, Model& model);
void readGptOss(ConfigFields& fields, Model& model);
void readLlama(ConfigFields& fields, Model& model);
void readLlama4(ConfigFields& fields, Model& model);
void readLlama4Text(ConfigFields& fields, Model& model);
void readMinimaxM2(ConfigFields& fields, Model& model);
void readMistral(ConfigFields& fields, Model& model);
void readMixtral(ConfigFields& fields, Model& model);
void readNemotronH(ConfigFields& fields, Model& model);
void readOpt(ConfigFields& fields, Model& model);
void readPhi3(ConfigFields& fields, Model& model);
void readQwen2(ConfigFields& fields, Model& model);
void readQwen2Moe(ConfigFields& fields, Model& model);
void readQwen3(ConfigFields& fields, Model& model);
void readQwen3Moe(ConfigFields& fields, Model& model);
void readQwen3Vl(ConfigFields& fields, Model& model);
void readQwen3VlMoe(ConfigFields& fields, Model& model);
void readQwen35(ConfigFields& fields, Model& model);
void readQwen35Moe(ConfigFields& fields, Model& model);
void readQwen35MoeText(ConfigFields& fields, Model& model);
void readQwen35Text(ConfigFields& fields, Model& model);
void readT5(ConfigFields& fields, Model& model);
void readVit(ConfigFields& fields, Model& model);

}
