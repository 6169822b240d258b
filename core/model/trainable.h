// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/model.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stagecraft {

enum class TrainableKind { All, Pattern, Lora };

// Which parameters learn. The others are frozen: they have neither gradients nor optimizer state.
struct Trainable {
    TrainableKind kind = TrainableKind::All;
    // Patterns with commas between them, where "*" stands for any characters and "?" for one. Pattern: parameters by
    // their names, such as "block 3.mlp.up.bias"; Lora: linear layers to adapt, such as "block 3.mlp.up"; empty: all.
    std::string pattern;
    std::int64_t rank = 0; // Lora

    friend bool operator==(const Trainable&, const Trainable&) = default;
};

// "all", "lora:8", "lora:8:*.query,*.value", or a pattern. Nothing if it is none of these.
std::optional<Trainable> parseTrainable(std::string_view text);
std::string trainableText(const Trainable& trainable);

// The model with its frozen parameters marked. LoRA (Hu et al. 2021, as in PEFT): each Linear operator but the
// projection onto the classes gets two more, of rank r, whose product is added to what it gives; all else is frozen,
// and nothing else gets adapters: experts hold their weights in an operator of their own, as do convolutions.
// Errors: OptionUnsupported where a pattern names nothing or a layer table has no parameters to choose from;
// OptionOutOfRange where r is above the full rank of all layers to adapt.
Result<Model> withTrainable(const Model& model, const Trainable& trainable);

// True for the names of statements that withTrainable() adds: NAME.lora_a and NAME.lora_b beside the layer NAME.
bool isAdapter(std::string_view name);

// True if a layer has parameters that learn.
bool learns(const LayerSpec& spec);

// Which of the values that a layer gives have a gradient, if these of those that it takes have one.
std::vector<bool> learningOutputs(const LayerSpec& spec, const std::vector<bool>& inputs);

}
