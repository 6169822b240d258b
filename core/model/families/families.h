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

// One family of Hugging Face config.json. Adding a family: its read function in a file of this folder, one line in
// families.cpp. Field names and defaults are those of the family's configuration class in transformers; the order of
// the operators is that of its model, so that autograd saves the same tensors.
struct Family {
    std::string_view model_type;
    // Fills layers, sequence limits and notes of a model whose name and source are set. What is wrong is told to
    // `fields`.
    void (*read)(ConfigFields& fields, Model& model);
};

std::span<const Family> families();

// Limits that keep a mistyped file from asking for more than any machine has; far above every published model.
inline constexpr std::int64_t maxLayers = 10'000;
// Of models but layer tables, the parts before and behind their blocks counted: a search takes seconds.
inline constexpr std::int64_t maxDescribedLayers = 4'096;
inline constexpr std::int64_t maxDimension = 1 << 20;
inline constexpr std::int64_t maxVocabulary = 1 << 24;

// Rotary positions: transformers 4 writes rope_theta, transformers 5 rope_parameters. `share`: of a head's width.
struct RotaryFields {
    double base = 10000;
    double share = 1;
};
RotaryFields readRotary(ConfigFields& fields, double base, double share = 1);

// The first of the file's `architectures`, which must be one of these; the first of these where the file names none.
std::string requireArchitecture(ConfigFields& fields, std::initializer_list<const char*> known);

// Reads the language model of a file that has a vision tower beside it, from the file's `text_config`. `note` tells
// what of the file is not built.
void readLanguageModelOf(ConfigFields& fields, Model& model, const char* architecture, const Message& note,
                         const std::function<void(ConfigFields& text)>& read);

// Fails where one of these is true: what it turns on is not built.
void refuse(ConfigFields& fields, std::initializer_list<const char*> unusual);

// Notes about fields that any family's file may have and that are not applied.
void noteUnapplied(ConfigFields& fields, Model& model);

// A probability of dropout.
double readDropout(ConfigFields& fields, const char* name, double usual);

// A type for each layer, each one of `known`: as `layer_types` says, or else as `usual` gives it.
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
