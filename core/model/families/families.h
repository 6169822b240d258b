// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/configfields.h"
#include "core/model/model.h"

#include <span>

namespace stagecraft {

// One family of Hugging Face config.json. Adding a family: one file in this folder with its read function, one line in
// families.cpp.
struct Family {
    std::string_view model_type;
    // Fills layers, sequence limits and notes of a model whose name and source are set. What is wrong is told to
    // `fields`.
    void (*read)(ConfigFields& fields, Model& model);
};

std::span<const Family> families();

// Limits that keep a mistyped file from asking for more than any machine has; far above every published model.
inline constexpr std::int64_t maxLayers = 10'000;
inline constexpr std::int64_t maxDimension = 1 << 20;
inline constexpr std::int64_t maxVocabulary = 1 << 24;

void readGpt2(ConfigFields& fields, Model& model);

}
