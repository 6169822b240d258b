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

// What one sample of the model is: a sequence of tokens, a square image, or neither (layer tables, other tensors).
enum class SampleKind { Tokens, Image, Opaque };

template <>
inline constexpr auto enumNames<SampleKind> = std::array {
    std::pair {SampleKind::Tokens, std::string_view("tokens")},
    std::pair {SampleKind::Image, std::string_view("image")},
    std::pair {SampleKind::Opaque, std::string_view("opaque")},
};

// A chain of layers. `source` is what the user named (a path or zoo:NAME); notes tell what of a file is not applied.
struct Model {
    std::string name;
    std::string family;
    std::string source;
    SampleKind sample = SampleKind::Tokens;
    std::int64_t default_sequence = 0; // sequence length or image side that the source names
    std::int64_t longest_sequence = 0;
    std::vector<Layer> layers;
    std::vector<Message> notes;

    friend bool operator==(const Model&, const Model&) = default;
};

// Reads a model: a Hugging Face config.json, zoo:NAME, both with options ("?image=448"), or a layer table (*.csv).
// Errors: FileNotReadable, FileTooLarge, NotJson, Field*, FamilyUnknown, ModelUnknown, TableMalformed; `where` names
// the file. ScriptUntrusted for TorchScript files, which are not read here. Cancelled when stopped, as readFile() has
// it.
Result<Model> readModel(const std::string& source, const std::stop_token& stop = {});

// The file of a config.json behind whose name options may stand: "config.json" of "config.json?image=448".
std::string configFile(const std::string& source);

// Reads the text of a Hugging Face config.json; `path` names the model and is used in errors. Errors: as readModel().
Result<Model> parseConfig(const std::string& text, const std::string& path);

// Number of parameters of the model; a parameter shared by several layers counts once.
std::int64_t parameterCount(const Model& model);

// Names of the families and zoo models that readModel() knows.
std::vector<std::string> knownFamilies();
std::vector<std::string> zooModels();

// True if the layers carry their own costs (a layer table) and are not measured.
bool hasGivenCosts(const Model& model);

// True for the path of a TorchScript file, by its ending. Loading one runs code from it: only stagecraft-worker does
// (core/measuring/describerequest.h).
bool isTorchScript(const std::string& source);
// The file that the layers' code is in, its hash, and the sample it was described with; nothing for other models.
struct ScriptSource {
    std::string file;
    std::string file_hash;
    ExampleInput input;

    friend bool operator==(const ScriptSource&, const ScriptSource&) = default;
};
std::optional<ScriptSource> scriptOf(const Model& model);

}
