// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/summary.h"

#include <string>

namespace stagecraft {

// Methods of scaling a model. Depth: changes the number of repeated layers. Width: changes the number of features
// (hidden size, channels).
enum class ModelScaling { Depth, Width };

template <>
inline constexpr auto enumNames<ModelScaling> = std::array {
    std::pair {ModelScaling::Depth, std::string_view("depth")},
    std::pair {ModelScaling::Width, std::string_view("width")},
};

// Returns the longest run of equal neighbors in the chain; the first if several are equally long. Errors:
// OptionUnsupported if no two neighbors are equal, and for TorchScript files, whose layers are fixed.
Result<LayerGroup> repeatedLayers(const Model& model);

// Returns the model with `count` (at least 1) of these layers. The change is recorded in the source of zoo models with
// a "layers" option, otherwise in a note. `layers` must be the model's repeatedLayers().
Model withRepeats(const Model& model, const LayerGroup& layers, int count);

// True if the model has a learned parameter per position, which limits the sample length; true for models whose layers
// are not programs (layer tables, TorchScript).
bool hasLearnedPositions(const Model& model);

// Option that sets the width of a zoo model, in its source.
struct WidthOption {
    std::string key;
    std::int64_t multiple = 1; // divisor of valid widths: the width of a head, which stays constant
};

// Returns the width option. Errors: OptionUnsupported if the model has none: only zoo models whose name does not imply
// their sizes have one.
Result<WidthOption> widthOption(const Model& model);

// Returns the zoo model with this width, a multiple of the option's; the number of heads scales with it. Errors: those
// of readModel().
Result<Model> withWidth(const Model& model, const WidthOption& option, std::int64_t width);

}
