// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/scriptedlayer.h"

namespace stagecraft {

// File in a TorchScript archive that describes its children, as written by `stagecraft-cli describe`.
inline constexpr const char* scriptDescriptionFile = "stagecraft.json";
inline constexpr const char* scriptDescriptionFormat = "stagecraft-described-model";
inline constexpr int scriptDescriptionVersion = 1;

struct DescribedChild {
    std::string name; // "model.layers.3"
    std::string child; // name within the file
    std::string type; // "LlamaDecoderLayer"
    std::vector<std::int64_t> input; // shape for one sample
    std::vector<std::int64_t> output; // shape for one sample
    bool gives_loss = false;
    bool low_under_autocast = false;
    std::vector<std::int64_t> context; // indices into ScriptDescription::context
    std::optional<ScriptedWork> work;

    friend bool operator==(const DescribedChild&, const DescribedChild&) = default;
};

// Children of a TorchScript file in their order, with the shapes that running them shows.
struct ScriptDescription {
    ExampleInput input;
    std::vector<ScriptedContext> context;
    std::vector<DescribedChild> layers;

    friend bool operator==(const ScriptDescription&, const ScriptDescription&) = default;
};

}
