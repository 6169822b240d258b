// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/layer.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace stagecraft {

// Kind of the model's samples: a sequence of tokens, a square image, or neither (layer tables, other tensors).
enum class SampleKind { Tokens, Image, Opaque };

template <>
inline constexpr auto enumNames<SampleKind> = std::array {
    std::pair {SampleKind::Tokens, std::string_view("tokens")},
    std::pair {SampleKind::Image, std::string_view("image")},
    std::pair {SampleKind::Opaque, std::string_view("opaque")},
};

// Model as a chain of layers. `source`: the path or zoo:NAME that the user gave. `notes`: settings of the file that are
// not applied.
struct Model {
    std::string name;
    std::string family;
    std::string source;
    SampleKind sample = SampleKind::Tokens;
    std::int64_t default_sequence = 0; // sequence length or image side of the source
    std::int64_t longest_sequence = 0;
    std::vector<Layer> layers;
    std::vector<Message> notes;

    friend bool operator==(const Model&, const Model&) = default;
};

// Reads a model: a Hugging Face config.json, zoo:NAME, both with options ("?image=448"), or a layer table (*.csv).
// Errors: FileNotReadable, FileTooLarge, NotJson, Field*, FamilyUnknown, ModelUnknown, TableMalformed; `where` names
// the file. ScriptUntrusted for TorchScript files, which are not read here. Cancelled if stopped, as readFile().
Result<Model> readModel(const std::string& source, const std::stop_token& stop = {});

// Returns the path of a config.json without its options: "config.json" for "config.json?image=448".
std::string configFile(const std::string& source);

// Reads the text of a Hugging Face config.json; `path` names the model and is used in errors. Errors: as readModel().
Result<Model> parseConfig(const std::string& text, const std::string& path);

// Returns the number of parameters; a parameter shared by several layers counts once.
std::int64_t parameterCount(const Model& model);

// Names of the families and zoo models that readModel() supports.
std::vector<std::string> knownFamilies();
std::vector<std::string> zooModels();

// True for layer tables, whose layers have user-defined costs and are not measured.
bool hasGivenCosts(const Model& model);

// True for the path of a TorchScript file, by its extension. Loading one executes its code, so only stagecraft-worker
// loads it (core/measuring/describerequest.h).
bool isTorchScript(const std::string& source);
// File that contains the layers' code, its hash, and the sample that it was described with. Empty for other models.
struct ScriptSource {
    std::string file;
    std::string file_hash;
    ExampleInput input;

    friend bool operator==(const ScriptSource&, const ScriptSource&) = default;
};
std::optional<ScriptSource> scriptOf(const Model& model);

}
