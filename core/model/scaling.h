// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/summary.h"

#include <string>

namespace stagecraft {

// How a model is made larger or smaller. Depth: more or fewer of the layers that it repeats. Width: another number of
// features (hidden size, channels).
enum class ModelScaling { Depth, Width };

template <>
inline constexpr auto enumNames<ModelScaling> = std::array {
    std::pair {ModelScaling::Depth, std::string_view("depth")},
    std::pair {ModelScaling::Width, std::string_view("width")},
};

// The longest run of equal neighbors in the chain; of equally long ones the first. Errors: OptionUnsupported where no
// two neighbors are equal, and for TorchScript files, whose layers are the file's.
Result<LayerGroup> repeatedLayers(const Model& model);

// The model with `count` (at least 1) of these layers. Of a zoo model that takes "layers" the source says so; of others
// a note does. `layers` must be the model's repeatedLayers().
Model withRepeats(const Model& model, const LayerGroup& layers, int count);

// Whether the model has a parameter for each position, so that samples cannot be longer than it says; true for models
// whose layers do not tell.
bool hasLearnedPositions(const Model& model);

// What sets the width of a zoo model, in its source.
struct WidthOption {
    std::string key;
    std::int64_t multiple = 1; // widths are multiples of it: of a head, whose width stays
};

// Errors: OptionUnsupported where the model has none: only models of the zoo do, those whose name does not stand for
// their sizes.
Result<WidthOption> widthOption(const Model& model);

// The zoo model with this width, a multiple of the option's; heads in proportion. Errors: those of readModel().
Result<Model> withWidth(const Model& model, const WidthOption& option, std::int64_t width);

}
