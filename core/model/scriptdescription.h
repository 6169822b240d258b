// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/scriptedlayer.h"

namespace stagecraft {

// The file in a TorchScript archive that describes its children, as `stagecraft-cli describe` writes it.
inline constexpr const char* scriptDescriptionFile = "stagecraft.json";
inline constexpr const char* scriptDescriptionFormat = "stagecraft-described-model";
inline constexpr int scriptDescriptionVersion = 1;

struct DescribedChild {
    std::string name; // "model.layers.3"
    std::string child; // its name in the file
    std::string type; // "LlamaDecoderLayer"
    std::vector<std::int64_t> input; // of one sample
    std::vector<std::int64_t> output; // of one sample
    bool gives_loss = false;
    bool low_under_autocast = false;
    std::vector<std::int64_t> context; // indices into the file's
    std::optional<ScriptedWork> work;

    friend bool operator==(const DescribedChild&, const DescribedChild&) = default;
};

// The children of a TorchScript file in their order: shapes that running them would show.
struct ScriptDescription {
    ExampleInput input;
    std::vector<ScriptedContext> context;
    std::vector<DescribedChild> layers;

    friend bool operator==(const ScriptDescription&, const ScriptDescription&) = default;
};

}
