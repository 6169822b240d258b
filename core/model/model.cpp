// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/model.h"

#include "core/base/files.h"
#include "core/base/jsontext.h"
#include "core/base/terminaltext.h"
#include "core/model/configfields.h"
#include "core/model/families/families.h"
#include "core/model/layertable.h"
#include "core/model/parameters.h"
#include "core/model/zoo/zoo.h"
#include "core/words/common.h"
#include "core/words/model.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>

namespace stagecraft {

namespace {

constexpr std::string_view zooPrefix = "zoo:";
constexpr Bytes configLimit(4 << 20); // published files have a few KiB

template <typename Entries, typename Name>
ArgumentList listed(const Entries& entries, Name name)
{
    ArgumentList all;
    for (const auto& entry : entries) {
        all.emplace_back(name(entry));
    }
    return all;
}

Result<Model> readZoo(const std::string& source)
{
    const std::size_t question_mark = source.find('?');
    const std::string name = source.substr(zooPrefix.size(), question_mark - zooPrefix.size());
    for (const ZooModel& entry : zoo()) {
        if (entry.name != name) {
            continue;
        }
        ZooOptions options(question_mark == std::string::npos ? std::string_view()
                                                              : std::string_view(source).substr(question_mark + 1));
        Model model = entry.build(options);
        if (const auto error = options.error()) {
            return failure(error->code, error->arguments, source);
        }
        model.name = source.substr(zooPrefix.size());
        model.family = "zoo";
        model.source = source;
        return model;
    }
    return failure(ErrorCode::ModelUnknown, {name, listed(zoo(), [](const ZooModel& m) { return m.name; })});
}

std::string modelName(const std::string& path)
{
    const std::filesystem::path file(path);
    // All files from the hub are named config.json; the folder name identifies the model.
    std::error_code status;
    const auto folder = std::filesystem::absolute(file, status).lexically_normal().parent_path().filename();
    const auto name = file.stem() == "config" && !status && !folder.empty() ? folder : file.stem();
    return name.empty() ? "model" : terminalLine(name.string());
}

// Returns the extension of a path in lower case, such as ".csv".
std::string endingOf(const std::string& path)
{
    std::string ending = std::filesystem::path(path).extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return ending;
}

Argument kindOf(const nlohmann::json& json)
{
    if (json.is_null()) {
        return std::string("null");
    }
    return json.is_array() ? words::common::a_list
        : json.is_string() ? words::common::a_text
        : json.is_number() ? words::common::a_number
                           : words::common::true_or_false;
}

// Returns "image=448" for "config.json?image=448".
std::string configOptions(const std::string& source)
{
    const std::size_t file = configFile(source).size();
    return file < source.size() ? source.substr(file + 1) : "";
}

Result<Model> readConfig(const std::string& source, const std::stop_token& stop)
{
    const auto text = readFile(configFile(source), configLimit, stop);
    if (!text) {
        return failure(text.error());
    }
    return parseConfig(*text, source);
}

}

std::string configFile(const std::string& source)
{
    const std::size_t question_mark = source.rfind('?');
    const bool has_options = question_mark != std::string::npos && source.find('=', question_mark) != std::string::npos;
    return has_options ? source.substr(0, question_mark) : source;
}

Result<Model> parseConfig(const std::string& text, const std::string& path)
{
    auto read = readJsonText(text);
    if (!read) {
        Error error = read.error();
        error.where = path;
        return failure(error);
    }
    const nlohmann::json& json = *read;
    if (!json.is_object()) {
        return failure(ErrorCode::FieldWrongType,
                       {words::common::document, say(words::model::object_not, kindOf(json))}, path);
    }
    ZooOptions options(configOptions(path));
    ConfigFields fields(json, path, &options);
    const std::string type = fields.textOr("model_type", "");
    if (type.empty()) {
        fields.fail(ErrorCode::FieldMissing, {std::string("model_type")});
        return failure(*fields.error());
    }
    for (const Family& family : families()) {
        if (family.model_type != type) {
            continue;
        }
        Model model;
        model.name = modelName(configFile(path));
        model.family = type;
        model.source = path;
        family.read(fields, model);
        noteUnapplied(fields, model);
        if (fields.error()) {
            return failure(*fields.error());
        }
        if (const auto error = options.error()) {
            return failure(error->code, error->arguments, path);
        }
        return model;
    }
    return failure(ErrorCode::FamilyUnknown, {type, listed(families(), [](const Family& f) { return f.model_type; })},
                   path);
}

namespace {

Result<Model> readAny(const std::string& source, const std::stop_token& stop)
{
    if (source.starts_with(zooPrefix)) {
        return readZoo(source);
    }
    if (isTorchScript(source)) {
        return failure(ErrorCode::ScriptUntrusted, {}, source);
    }
    if (endingOf(source) == ".csv") {
        return readLayerTable(source, stop);
    }
    return readConfig(source, stop);
}

}

// Limits the layers, including embeddings and heads, to what workspaces and plan files accept.
Result<Model> readModel(const std::string& source, const std::stop_token& stop)
{
    auto model = readAny(source, stop);
    if (model && !hasGivenCosts(*model) && static_cast<std::int64_t>(model->layers.size()) > maxDescribedLayers) {
        return failure(
            ErrorCode::FieldOutOfRange,
            {say(words::common::count_of, std::string("layers")), model->layers.size(), 1, maxDescribedLayers}, source);
    }
    return model;
}

// Saturates at 2^62; summarize() and costs refuse models far below that.
std::int64_t parameterCount(const Model& model)
{
    constexpr std::int64_t most = std::int64_t(1) << 62;
    std::int64_t count = 0;
    std::set<std::string> counted;
    for (const Layer& layer : model.layers) {
        count = std::min(most, count + parameterCount(layer.spec));
        for (const ParameterTensor& tensor : parameterTensors(layer.spec)) {
            if (!tensor.shared.empty() && !counted.insert(tensor.shared).second) {
                count -= elementCount(tensor.shape);
            }
        }
    }
    return count;
}

std::vector<std::string> knownFamilies()
{
    std::vector<std::string> names;
    for (const Family& family : families()) {
        names.emplace_back(family.model_type);
    }
    return names;
}

std::vector<std::string> zooModels()
{
    std::vector<std::string> names;
    for (const ZooModel& entry : zoo()) {
        names.emplace_back(entry.name);
    }
    return names;
}

bool hasGivenCosts(const Model& model)
{
    return !model.layers.empty() && std::holds_alternative<TableRow>(model.layers.front().spec);
}

bool isTorchScript(const std::string& source)
{
    return !source.starts_with(zooPrefix) && (endingOf(source) == ".pt" || endingOf(source) == ".pth");
}

std::optional<ScriptSource> scriptOf(const Model& model)
{
    for (const Layer& layer : model.layers) {
        if (const auto* scripted = std::get_if<ScriptedLayer>(&layer.spec)) {
            return ScriptSource {scripted->file, scripted->file_hash, {scripted->input, scripted->vocabulary}};
        }
    }
    return std::nullopt;
}

}
