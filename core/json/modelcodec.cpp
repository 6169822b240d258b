// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/fields.h"
#include "core/json/limits.h"
#include "core/words/common.h"
#include "core/words/model.h"

#include <algorithm>
#include <utility>

namespace stagecraft {

template <typename Fields, Is<TableRow> T>
void listFields(Fields& fields, T& layer)
{
    fields("parameters", layer.parameters, limits::anyAmount);
    fields("state_bytes", layer.state, limits::anyAmount);
    fields("saved_bytes", layer.saved, limits::anyAmount);
    fields("transient_bytes", layer.transient, limits::anyAmount);
    fields("output_bytes", layer.output, limits::anyAmount);
    fields("keeps_input", layer.keeps_input);
    fields("keeps_output", layer.keeps_output);
    fields("forward_seconds", layer.forward, limits::anyAmount);
    fields("backward_seconds", layer.backward, limits::anyAmount);
}

template <typename Fields, Is<ScriptedParameter> T>
void listFields(Fields& fields, T& parameter)
{
    fields("name", parameter.name);
    fields("shape", parameter.shape, {0, limits::length});
    fields.orUsual("shared", parameter.shared);
    fields.orUsual("trainable", parameter.trainable);
}

template <typename Fields, Is<ScriptedLayer> T>
void listFields(Fields& fields, T& layer)
{
    fields("file", layer.file);
    fields("file_sha256", layer.file_hash);
    fields("child", layer.child);
    fields("type", layer.type);
    fields("code_sha256", layer.code_hash);
    fields("tensors", layer.parameters);
    fields("buffer_bytes", layer.buffers, limits::anyAmount);
    fields("input", layer.input, {1, limits::length});
    fields("output", layer.output, {1, limits::length});
    fields.orUsual("takes_sample", layer.takes_sample);
    fields.orUsual("vocabulary", layer.vocabulary, {0, limits::length});
    fields.orUsual("gives_loss", layer.gives_loss);
    fields.orUsual("low_under_autocast", layer.low_under_autocast);
    fields.orUsual("context", layer.context);
    fields.orUsual("takes_context", layer.takes_context, {0, limits::length});
    fields.orUsual("work", layer.work);
}

template <typename Fields, Is<ExampleInput> T>
void listFields(Fields& fields, T& input)
{
    fields("shape", input.shape, {1, limits::length});
    fields.orUsual("vocabulary", input.vocabulary, {0, limits::length});
}

template <typename Fields, Is<DescribeRequest> T>
void listFields(Fields& fields, T& request)
{
    fields("file", request.file);
    fields("input", request.input);
    fields.orUsual("trust", request.trust);
}

template <typename Fields, Is<Model> T>
void listFields(Fields& fields, T& model)
{
    fields("name", model.name);
    fields("family", model.family);
    fields("source", model.source);
    fields("sample", model.sample);
    fields("default_sequence", model.default_sequence, {0, limits::sequence});
    fields("longest_sequence", model.longest_sequence, {0, limits::sequence});
    fields("notes", model.notes);
}

namespace {

constexpr std::string_view tableKind = "table_row";
constexpr std::string_view scriptedKind = "torchscript";

double numbersOf(const std::vector<std::int64_t>& shape)
{
    double numbers = 1;
    for (const std::int64_t length : shape) {
        numbers *= static_cast<double>(length);
    }
    return numbers;
}

// Checks that sums over shapes stay within the limits.
ScriptedLayer decodeScripted(const nlohmann::json& json, const std::string& path)
{
    auto layer = decodeFields<ScriptedLayer>(json, path);
    double numbers = 0;
    for (const ScriptedParameter& parameter : layer.parameters) {
        numbers += numbersOf(parameter.shape);
    }
    requireCount(say(words::model::numbers_of, pathOf(path, "tensors")), numbers, limits::anyAmount);
    requireCount(say(words::model::numbers_of, pathOf(path, "input")), numbersOf(layer.input), {1, limits::sample});
    requireCount(say(words::model::numbers_of, pathOf(path, "output")), numbersOf(layer.output), {1, limits::sample});
    for (const std::int64_t taken : layer.takes_context) {
        requireCount(pathOf(path, "takes_context"), static_cast<double>(taken),
                     {0, static_cast<double>(layer.context.size()) - 1});
    }
    return layer;
}

nlohmann::json encodeStatement(const Statement& statement)
{
    FieldWriter fields;
    std::visit(
        [&](const auto& op) {
            using Op = std::decay_t<decltype(op)>;
            fields("op", std::string(Op::name));
            Op::fields(op, [&](const char* name, const auto& value) { fields(name, value); });
        },
        statement.op);
    fields("name", statement.name);
    fields("inputs", statement.inputs);
    fields("held", statement.held);
    if (!statement.frozen.empty()) {
        fields("frozen", statement.frozen);
    }
    return fields.take();
}

template <std::size_t... Index>
ArgumentList operatorNames(std::index_sequence<Index...>)
{
    return {std::variant_alternative_t<Index, Operator>::name...};
}

template <typename Value>
constexpr Limits limitsOf(const Value&)
{
    if constexpr (std::is_same_v<Value, std::int64_t>) {
        return {0, limits::attribute};
    } else if constexpr (std::is_same_v<Value, double>) {
        return {-limits::factor, limits::factor};
    } else {
        return {};
    }
}

// Reads the attributes of the operator `name`; returns false if there is no such operator.
template <std::size_t... Index>
bool decodeOperator(Operator& op, const std::string& name, const FieldReader& fields, std::index_sequence<Index...>)
{
    const auto attempt = [&]<typename Op>(Op candidate) {
        if (Op::name != name) {
            return false;
        }
        Op::fields(candidate, [&](const char* field, auto& value) { fields.orUsual(field, value, limitsOf(value)); });
        op = std::move(candidate);
        return true;
    };
    return (attempt(std::variant_alternative_t<Index, Operator> {}) || ...);
}

constexpr auto allOperators = std::make_index_sequence<std::variant_size_v<Operator>> {};

Statement decodeStatement(const nlohmann::json& json, const std::string& path)
{
    const FieldReader fields(json, path);
    Statement statement;
    std::string op;
    fields("op", op);
    fields("name", statement.name);
    fields("inputs", statement.inputs, {0, limits::attribute});
    fields("held", statement.held);
    fields.orUsual("frozen", statement.frozen);
    if (!decodeOperator(statement.op, op, fields, allOperators)) {
        failDecoding(ErrorCode::FieldUnknownValue, {fields.pathOf("op"), op, operatorNames(allOperators)});
    }
    return statement;
}

nlohmann::json encodeProgram(const Program& program)
{
    FieldWriter fields;
    fields("kind", program.kind());
    fields("feed", program.feed());
    if (!program.isPlain()) {
        fields("takes", program.takes());
        fields("gives", program.gives());
    }
    auto json = fields.take();
    json["statements"] = nlohmann::json::array();
    for (const Statement& statement : program.statements()) {
        json["statements"].push_back(encodeStatement(statement));
    }
    return json;
}

Program decodeProgram(const nlohmann::json& json, const std::string& path)
{
    const FieldReader fields(json, path);
    std::string kind;
    Feed feed = Feed::Hidden;
    fields("kind", kind);
    fields("feed", feed);
    int takes = 1;
    std::vector<int> gives;
    fields.orUsual("takes", takes, {1, limits::statements});
    fields.orUsual("gives", gives, {0, limits::attribute});
    const std::string list = fields.pathOf("statements");
    if (!json.contains("statements")) {
        failDecoding(ErrorCode::FieldMissing, {list});
    }
    const auto& entries = requireList(json["statements"], list);
    requireCount(say(words::common::count_of, list), static_cast<double>(entries.size()), {1, limits::statements});
    std::vector<Statement> statements;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        statements.push_back(decodeStatement(entries[i], list + "[" + std::to_string(i) + "]"));
    }
    if (const Message complaint = complaintAbout(statements, takes, gives); !complaint.empty()) {
        failDecoding(ErrorCode::FieldInconsistent, {list, complaint});
    }
    return {std::move(kind), feed, std::move(statements), takes, std::move(gives)};
}

}

nlohmann::json encodeJson(const ScriptedParameter& value)
{
    return encodeFields(value);
}

template <>
ScriptedParameter decodeJson<ScriptedParameter>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<ScriptedParameter>(json, path);
}

nlohmann::json encodeJson(const ExampleInput& value)
{
    return encodeFields(value);
}

template <>
ExampleInput decodeJson<ExampleInput>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<ExampleInput>(json, path);
}

nlohmann::json encodeJson(const DescribeRequest& value)
{
    return encodeFields(value);
}

template <>
DescribeRequest decodeJson<DescribeRequest>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<DescribeRequest>(json, path);
}

nlohmann::json encodeJson(const LayerSpec& spec)
{
    if (const auto* program = std::get_if<Program>(&spec)) {
        return encodeProgram(*program);
    }
    if (const auto* scripted = std::get_if<ScriptedLayer>(&spec)) {
        auto json = encodeFields(*scripted);
        json["kind"] = scriptedKind;
        return json;
    }
    auto json = encodeFields(std::get<TableRow>(spec));
    json["kind"] = tableKind;
    return json;
}

template <>
LayerSpec decodeJson<LayerSpec>(const nlohmann::json& json, const std::string& path)
{
    const FieldReader fields(json, path);
    std::string kind;
    fields("kind", kind);
    if (kind == tableKind) {
        return decodeFields<TableRow>(json, path);
    }
    if (kind == scriptedKind) {
        return decodeScripted(json, path);
    }
    return decodeProgram(json, path);
}

// Layers with equal programs share one entry under "programs".
nlohmann::json encodeJson(const Model& model)
{
    auto json = encodeFields(model);
    auto programs = nlohmann::json::array();
    auto layers = nlohmann::json::array();
    std::vector<const Program*> written;
    for (const Layer& layer : model.layers) {
        const auto* program = std::get_if<Program>(&layer.spec);
        if (program == nullptr) {
            auto row = encodeJson(layer.spec);
            row["name"] = layer.name;
            layers.push_back(std::move(row));
            continue;
        }
        const auto at = std::find_if(written.begin(), written.end(), [&](const Program* p) { return *p == *program; });
        if (at == written.end()) {
            programs.push_back(encodeProgram(*program));
        }
        layers.push_back({{"name", layer.name}, {"program", at - written.begin()}});
        if (at == written.end()) {
            written.push_back(program);
        }
    }
    json["programs"] = std::move(programs);
    json["layers"] = std::move(layers);
    return json;
}

template <>
Model decodeJson<Model>(const nlohmann::json& json, const std::string& path)
{
    auto model = decodeFields<Model>(json, path);
    const FieldReader fields(json, path);
    std::vector<LayerSpec> programs;
    fields("programs", programs);
    const std::string list = fields.pathOf("layers");
    if (!json.contains("layers")) {
        failDecoding(ErrorCode::FieldMissing, {list});
    }
    const auto& entries = requireList(json["layers"], list);
    requireCount(say(words::common::count_of, list), static_cast<double>(entries.size()), {1, limits::layers});
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const std::string entry_path = list + "[" + std::to_string(i) + "]";
        const FieldReader entry(entries[i], entry_path);
        Layer layer;
        entry("name", layer.name);
        if (entries[i].contains("kind")) {
            layer.spec = decodeJson<LayerSpec>(entries[i], entry_path);
        } else {
            std::int64_t index = 0;
            entry("program", index, {0, static_cast<double>(programs.size()) - 1});
            layer.spec = programs[static_cast<std::size_t>(index)];
        }
        model.layers.push_back(std::move(layer));
    }
    return model;
}

}
