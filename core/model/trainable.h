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

// Selection of trainable parameters. The others are frozen: they have neither gradients nor optimizer state.
struct Trainable {
    TrainableKind kind = TrainableKind::All;
    // Comma-separated patterns: "*" matches any characters, "?" one. Pattern: parameter names, such as
    // "block 3.mlp.up.bias". Lora: linear layers to adapt, such as "block 3.mlp.up"; empty: all.
    std::string pattern;
    std::int64_t rank = 0; // Lora

    friend bool operator==(const Trainable&, const Trainable&) = default;
};

// Parses "all", "lora:8", "lora:8:*.query,*.value", or a pattern. Empty if the text is malformed.
std::optional<Trainable> parseTrainable(std::string_view text);
std::string trainableText(const Trainable& trainable);

// Returns the model with its frozen parameters marked. LoRA (Hu et al. 2021, as in PEFT): each Linear operator except
// the projection onto the classes gets two more, of rank r, whose product is added to its output; everything else is
// frozen and gets no adapters, including experts and convolutions, which keep their weights in other operators.
// Errors: OptionUnsupported if a pattern matches nothing or a layer table has no parameters to choose from;
// OptionOutOfRange if r exceeds the full rank of all layers to adapt.
Result<Model> withTrainable(const Model& model, const Trainable& trainable);

// True for names of statements added by withTrainable(): NAME.lora_a and NAME.lora_b for the layer NAME.
bool isAdapter(std::string_view name);

// True if a layer has trainable parameters.
bool learns(const LayerSpec& spec);

// Returns, by output of a layer, true if it has a gradient. `inputs`: by input, true if it has one.
std::vector<bool> learningOutputs(const LayerSpec& spec, const std::vector<bool>& inputs);

}
